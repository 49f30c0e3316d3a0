-- Drafts leave out days of leave that an earlier pay has paid. Without this index, the server read every line of those pays.
-- cells:
create index pay_lines_leave on pay_lines (customer_id, (details ->> 'date')) where kind = 'leave';
