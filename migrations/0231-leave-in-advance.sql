-- What a pay withheld on leave of later periods, by the end of each: `2026-09-13 1520 305;2026-09-20 1520 305`. Pays of those
-- periods are taxed together with it.
alter table pays add column advances text;
