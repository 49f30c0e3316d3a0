-- The payment that a salary sacrifice comes from; null: an extra payment of the same pay first, then the wages.
alter table standing_items add column sacrificed_from text check (sacrificed_from in ('WAGES', 'BONUS', 'BACK_PAYMENT'));
