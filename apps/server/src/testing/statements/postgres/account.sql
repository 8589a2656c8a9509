-- confirmSignIn
select "name", "email", "folded_email", "email_verified_at" from "users" where "id" = ?;
select "password_hash" from "users" where "id" = ?;
select * from "totp_secrets" where "user_id" = ?;

-- createAppKey
insert into "app_keys" ("id", "user_id", "kind", "name", "scope", "hash", "sealed", "sealed_with", "created_at", "last_used_at", "last_client", "last_network") values (?, …);
select count(*) as "count" from "app_keys" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ? returning "disabled_at";

-- createRecoveryCodes
select * from "totp_secrets" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ? returning "disabled_at";

-- createUser
insert into "users" ("id", "name", "email", "password_hash", "folded_email", "profile_path", "google_sub", "created_at", "folded_name") values (?, …) on conflict do nothing;
update "set_up" set "done_at" = ?, "code_hash" = ? where "done_at" is null;

-- deleteUser
delete from "follows" where "user_id" = ?;
delete from "users" where "id" = ?;
insert into "deliveries" ("id", "channel", "kind", "recipient", "needs_permission", "body", "dedupe_key", "created_at", "not_before", "expires_at", "attempts", "unanswered", "claimed_until", "sent_at") values (?, …) on conflict ("dedupe_key") do nothing;
select "id" from "collection_playlists" where "owner_id" = ? limit 1;
select "name", "email", "folded_email", "email_verified_at" from "users" where "id" = ?;
update "artists" set "followers" = "followers" - ? where "id" in (select "artist_id" from "follows" where "user_id" = ?);
update "catalogue_version" set "version" = "version" + ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- disableTotp
delete from "recovery_codes" where "user_id" = ?;
delete from "totp_secrets" where "user_id" = ?;
select * from "totp_secrets" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ? returning "disabled_at";

-- enableTotp
select * from "totp_secrets" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ? returning "disabled_at";

-- fetchAllProfiles
select "id", "name", "profile_path" from "users" order by "id" limit 1000;

-- fetchAppKeys
select "id", "user_id", "kind", "name", "scope", "created_at", "last_used_at", "last_client", "last_network" from "app_keys" where "user_id" = ? order by "created_at" desc, "id";

-- fetchKeys
select "name", "email", "folded_email", "email_verified_at" from "users" where "id" = ?;
select "password_hash" from "users" where "id" = ?;
select * from "totp_secrets" where "user_id" = ?;
select count(*) as "count" from "passkeys" where "user_id" = ? and "rp_id" = ?;
select count(*) as "count" from "recovery_codes" where "user_id" = ?;

-- fetchOwnUser
select "id", "name", "email", "profile_path", "google_sub", "password_hash", "administrator" from "users" where "id" = ?;

-- fetchPasskeys
select * from "passkeys" where "user_id" = ? order by "created_at", "id";

-- fetchProfile
select "id", "name", "profile_path" from "users" where "id" = ?;

-- login
select "id", "password_hash" from "users" where "folded_email" = ?;

-- removePasskey
select * from "passkeys" where "user_id" = ? order by "created_at", "id";
update "users" set "created_at" = "created_at" where "id" = ?;

-- renamePasskey
update "passkeys" set "name" = ? where "id" = ? and "user_id" = ?;

-- revokeAllAppKeys
delete from "app_keys" where "user_id" = ?;

-- revokeAppKey
delete from "app_keys" where "id" = ? and "user_id" = ?;

-- revokeOtherSessions
delete from "deliveries" where "recipient" in (?, …) and "channel" = ? and "kind" in (?, …) and "sent_at" is null;
delete from "devices" where "user_id" = ? and "session" is null;
delete from "email_links" where "user_id" = ?;
delete from "totp_secrets" where "user_id" = ? and "sealed" is null;
select "name", "email", "folded_email", "email_verified_at" from "users" where "id" = ?;
update "totp_secrets" set "pending" = ? where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- startPasskey
insert into "passkey_challenges" ("challenge_hash", "holder", "purpose", "new_user_id", "expires_at") values (?, …);
select "name", "email", "folded_email", "email_verified_at" from "users" where "id" = ?;
select * from "passkeys" where "user_id" = ? order by "created_at", "id";

-- startPasskeyConfirmation
insert into "passkey_challenges" ("challenge_hash", "holder", "purpose", "new_user_id", "expires_at") values (?, …);
select * from "passkeys" where "user_id" = ? order by "created_at", "id";

-- startPasskeySignIn
insert into "passkey_challenges" ("challenge_hash", "holder", "purpose", "new_user_id", "expires_at") values (?, …);

-- startPasskeySignUp
insert into "passkey_challenges" ("challenge_hash", "holder", "purpose", "new_user_id", "expires_at") values (?, …);

-- startTotp
insert into "totp_secrets" ("user_id", "pending", "sealed", "enabled_at") values (?, …) on conflict ("user_id") do update set "pending" = ?;
select "name", "email", "folded_email", "email_verified_at" from "users" where "id" = ?;
select "password_hash" from "users" where "id" = ?;
update "users" set "created_at" = "created_at" where "id" = ? returning "disabled_at";

-- updatePassword
delete from "app_keys" where "user_id" = ?;
delete from "deliveries" where "recipient" in (?, …) and "channel" = ? and "kind" in (?, …) and "sent_at" is null;
delete from "devices" where "user_id" = ? and "session" is null;
delete from "email_links" where "user_id" = ?;
delete from "totp_secrets" where "user_id" = ? and "sealed" is null;
insert into "deliveries" ("id", "channel", "kind", "recipient", "needs_permission", "body", "dedupe_key", "created_at", "not_before", "expires_at", "attempts", "unanswered", "claimed_until", "sent_at") values (?, …) on conflict ("dedupe_key") do nothing;
select "name", "email", "folded_email", "email_verified_at" from "users" where "id" = ?;
select "password_hash" from "users" where "id" = ?;
update "devices" set "session" = ? where "session" = ?;
update "totp_secrets" set "pending" = ? where "user_id" = ?;
update "upload_targets" set "token_hash" = ? where "token_hash" = ?;
update "users" set "created_at" = "created_at" where "id" = ? returning "disabled_at";
update "users" set "created_at" = "created_at" where "id" = ?;
update "users" set "password_hash" = ? where "id" = ? and "password_hash" = ?;

-- updateUserProfilePath
delete from "uploads" where "id" = ? and "user_id" = ? and not (exists (select "users"."id" from "users" where "users"."id" = "uploads"."user_id" and "users"."profile_path" = uploads.id || '.jpg') or exists (select "playlists"."id" from "playlists" where "playlists"."user_id" = "uploads"."user_id" and "playlists"."profile_path" = uploads.id || '.jpg') or exists (select "deleted_playlists"."id" from "deleted_playlists" where "deleted_playlists"."user_id" = "uploads"."user_id" and "deleted_playlists"."profile_path" = uploads.id || '.jpg'));
select "id", "name", "email", "profile_path", "google_sub", "password_hash", "administrator" from "users" where "id" = ?; -- 2 times
select * from "uploads" where "id" = ? and "user_id" = ? and "playlist_id" is null;
update "users" set "profile_path" = ? where "id" = ?;

-- updateUsername
select "id" from "collection_playlists" where "owner_id" = ? limit 1;
select "id", "name", "email", "profile_path", "google_sub", "password_hash", "administrator" from "users" where "id" = ?;
update "users" set "name" = ?, "folded_name" = ? where "id" = ?;

-- verifyEmail
delete from "email_links" where "token_hash" = ? and "purpose" = ? and "expires_at" > ? returning "user_id", "email", "session";
