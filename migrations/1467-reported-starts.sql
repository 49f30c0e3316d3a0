-- The start date of the employee's record when a start was reported. It differs from the reported one after a change of the employer's
-- number, and where a finish that was filed was reversed. Null: reported by an earlier release.
-- cells:
alter table payday_details add column recorded_start date;
