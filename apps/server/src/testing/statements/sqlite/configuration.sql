-- fetchConfiguration
insert into "secrets" ("name", "value") values (?, …) on conflict do nothing;
select "value" from "secrets" where "name" = ?; -- 2 times
