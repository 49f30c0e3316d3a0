-- A deleted company never comes back, so its people give their numbers free; the record keeps the number it had.

alter table employees add column freed_number text;
update employees e set freed_number = e.number, number = null
from companies c where c.id = e.company_id and c.deleted_at is not null and e.number is not null;
