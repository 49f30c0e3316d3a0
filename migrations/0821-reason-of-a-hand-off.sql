-- Why a partner opened a client's account: in the session, and in every entry of the audit log that it makes.
alter table session_handoffs add column reason text;
alter table sessions add column opened_reason text;
alter table audit_log add column reason text;
