-- fetchMailPermission
select "from_artists", "about_artists_and_music" from "notice_permissions" where "user_id" = ?;

-- fetchPushPermission
select "from_artists", "about_artists_and_music" from "notice_permissions" where "user_id" = ?;

-- registerGuestDevice
delete from "devices" where "token_hash" = ? and "user_id" is distinct from ?;
insert into "devices" ("id", "token_hash", "token", "user_id", "session", "created_at", "seen_at") values (?, …) on conflict ("token_hash") do update set "user_id" = ?, "session" = ?, "seen_at" = ? returning "id";
select "user_id" from "devices" where "token_hash" = ?;

-- sendEmail
insert into "deliveries" ("id", "channel", "kind", "recipient", "needs_permission", "body", "dedupe_key", "created_at", "not_before", "expires_at", "attempts", "unanswered", "claimed_until", "sent_at") values (?, …) on conflict ("dedupe_key") do nothing;
select "notice_permissions"."user_id" from "notice_permissions" inner join "users" on "users"."id" = "notice_permissions"."user_id" where "about_artists_and_music" = ? and "email_verified_at" is not null and "disabled_at" is null and "notice_permissions"."user_id" = ? order by "notice_permissions"."user_id";

-- sendNotification
insert into "deliveries" ("id", "channel", "kind", "recipient", "needs_permission", "body", "dedupe_key", "created_at", "not_before", "expires_at", "attempts", "unanswered", "claimed_until", "sent_at") values (?, …), … on conflict ("dedupe_key") do nothing;
select "devices"."id" from "devices" inner join "notice_permissions" on "notice_permissions"."user_id" = "devices"."user_id" where "from_artists" = ? and "devices"."user_id" = ? order by "devices"."id";

-- updateDeviceToken
delete from "devices" where "token_hash" = ? and "user_id" is distinct from ?;
delete from "devices" where "user_id" = ? and "id" not in (select "newest"."id" from "devices" as "newest" where "newest"."user_id" = ? order by "newest"."seen_at" desc, "newest"."id" limit 10);
insert into "devices" ("id", "token_hash", "token", "user_id", "session", "created_at", "seen_at") values (?, …) on conflict ("token_hash") do update set "user_id" = ?, "session" = ?, "seen_at" = ? returning "id";
update "users" set "created_at" = "created_at" where "id" = ?;

-- updateMailPermission
insert into "notice_permissions" ("user_id", "from_artists", "about_artists_and_music") values (?, …) on conflict ("user_id") do update set "about_artists_and_music" = ?;

-- updatePushPermission
insert into "notice_permissions" ("user_id", "from_artists", "about_artists_and_music") values (?, …) on conflict ("user_id") do update set "from_artists" = ?;
