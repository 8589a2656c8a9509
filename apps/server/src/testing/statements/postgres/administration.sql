-- addMusicFolder
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- browseFolders
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- createInvitation
delete from "invitations" where "expires_at" <= ?;
insert into "audit_entries" ("id", "at", "action", "actor_id", "service_key", "person_id", "detail") values (?, …);
insert into "invitations" ("id", "token_hash", "note", "created_at", "expires_at", "uses", "used") values (?, …);
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "id", "note", "created_at", "expires_at", "uses", "used" from "invitations" where "expires_at" > ? order by "created_at" desc, "id" limit 1000;

-- createResetLink
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- deleteInvitation
delete from "invitations" where "id" = ?;
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- deletePerson
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "id", "administrator", "disabled_at" from "users" where ("id" = ? or ("administrator" = ? and "disabled_at" is null)) order by "id" for no key update;

-- fetchAlbumsNamedByFolder
select "albums"."id", "albums"."title" as "name", "artists"."name" as "artist" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where albums.named_by_folder = 1 order by "albums"."sort_title", "albums"."id" limit 51 offset 0;
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- fetchAudit
select "audit_entries"."id", "at", "action", "service_key", "detail", "actors"."name" as "actor", "people"."name" as "person" from "audit_entries" left join "users" as "actors" on "actors"."id" = "audit_entries"."actor_id" left join "users" as "people" on "people"."id" = "audit_entries"."person_id" order by "at" desc, "audit_entries"."id" desc limit 50;
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- fetchBrokenAlbums
select "albums"."id", "albums"."title" as "name", "artists"."name" as "artist", "albums"."broken_texts" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where albums.has_broken_texts = 1 order by "albums"."sort_title", "albums"."id" limit 51 offset 0;
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- fetchCataloguePicture
select "albums"."title" as "name", "artists"."name" as "artist", "albums"."profile_path", "catalogue_pictures"."owner_id" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "catalogue_pictures" on "catalogue_pictures"."album_id" = "albums"."id" where "albums"."id" = ?;
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- fetchCataloguePictures
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "owner_id", "albums"."title", "albums"."profile_path" as "cover", "makers"."name" as "maker", "artists"."name", "artists"."profile_path" as "portrait" from "catalogue_pictures" left join "albums" on "albums"."id" = "catalogue_pictures"."album_id" left join "artists" as "makers" on "makers"."id" = "albums"."artist_id" left join "artists" on "artists"."id" = "catalogue_pictures"."artist_id" order by "uploaded_at" desc, "owner_id" desc limit 51 offset 0;

-- fetchCollection
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "music", "sample" from "set_up";
select "name" from "leases" where "name" = ? and "expires_at" > (extract(epoch from clock_timestamp()) * 1000)::bigint;
select "path" from "music_folders" order by "path";
select "sample", "done", "total", "folders", "problem", "removals", "ended_at", "leases"."name" as "lease" from "import_status" left join "leases" on "leases"."name" = ? and "leases"."expires_at" > (extract(epoch from clock_timestamp()) * 1000)::bigint where "id" = ?;
select * from "collection_roots";
select * from "import_runs" order by "started_at" desc, "id" desc limit 20;
select cast(count(*) as integer) as "total" from "albums" where albums.has_broken_texts = 1;
select cast(count(*) as integer) as "total" from "albums" where albums.named_by_folder = 1;
select cast(count(*) as integer) as "total" from "albums" where albums.profile_path = '';
select cast(count(*) as integer) as "total" from "artists" where artists.profile_path = '' and artists.cover_album = '' and artists.name not in ('Various Artists', 'Unknown Artist');
select cast(count(*) as integer) as "total" from "tracks" where available = 0 and not exists ( select 1 from files where files.track_id = tracks.id and files.missing = 0);
select count(*) as "count" from "catalogue_pictures";
select count(*) as "count" from "import_problems";

-- fetchDuplicates
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select 'audio' as "reason", "files"."audio_id" as "key", min(tracks.sort_title) as "title" from "files" inner join "tracks" on "tracks"."id" = "files"."track_id" where "files"."missing" = ? group by "files"."audio_id" having count(*) > 1 union all select 'recording' as "reason", "tracks"."mbid" as "key", min(tracks.sort_title) as "title" from "files" inner join "tracks" on "tracks"."id" = "files"."track_id" where "files"."missing" = ? and "tracks"."mbid" <> ? group by "tracks"."mbid" having count(distinct files.audio_id) > 1 union all select 'name' as "reason", min(tracks.id) as "key", min(tracks.sort_title) as "title" from "files" inner join "tracks" on "tracks"."id" = "files"."track_id" where "files"."missing" = ? group by "tracks"."search_title", "tracks"."artist_id", tracks.true_samples / tracks.sample_rate having count(distinct files.audio_id) > 1 and not (min(tracks.mbid) = max(tracks.mbid) and min(tracks.mbid) <> '') order by "title", "reason", "key" limit 51 offset 0;
set local statement_timeout = 60000;

-- fetchInvitations
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "id", "note", "created_at", "expires_at", "uses", "used" from "invitations" where "expires_at" > ? order by "created_at" desc, "id" limit 1000;

-- fetchJobs
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "name" from "leases" where "name" = ? and "expires_at" > (extract(epoch from clock_timestamp()) * 1000)::bigint; -- 3 times
select "sample", "done", "total", "folders", "problem", "removals", "ended_at", "leases"."name" as "lease" from "import_status" left join "leases" on "leases"."name" = ? and "leases"."expires_at" > (extract(epoch from clock_timestamp()) * 1000)::bigint where "id" = ?;
select * from "jobs"; -- 5 times
select count(*) as "due" from "deliveries" where "sent_at" is null and "not_before" <= ?;
select max("sent_at") as "sent_at" from "deliveries" where "sent_at" is not null;

-- fetchLiveSettings
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- fetchLog
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select * from "log_entries" where "level" = ? and (lower(message) like lower(?) escape '\' or request_id = ?) order by "at" desc, "id" desc limit 50;

-- fetchMissingTracks
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "tracks"."id", "tracks"."title", "tracks"."credit" as "artist", "albums"."id" as "albumId", "albums"."title" as "album", coalesce((select min("path") as "path" from "files" where "files"."track_id" = "tracks"."id"), ?) as "path" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where available = 0 and not exists ( select 1 from files where files.track_id = tracks.id and files.missing = 0) order by "tracks"."sort_title", "tracks"."id" limit 51 offset 0;

-- fetchOverview
delete from presence where key in ( select key from presence where seen_at <= clock_timestamp() - ? * interval '1 millisecond' or key = any(?::text[]) for update skip locked );
insert into presence as known (key, seen_at, streamed_at) select key, clock_timestamp() - seen * interval '1 millisecond', clock_timestamp() - streamed * interval '1 millisecond' from unnest( ?::text[], ?::integer[], ?::integer[] ) as given (key, seen, streamed) on conflict (key) do update set seen_at = greatest(known.seen_at, excluded.seen_at), streamed_at = greatest(known.streamed_at, excluded.streamed_at);
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "sample", "done", "total", "folders", "problem", "removals", "ended_at", "leases"."name" as "lease" from "import_status" left join "leases" on "leases"."name" = ? and "leases"."expires_at" > (extract(epoch from clock_timestamp()) * 1000)::bigint where "id" = ?;
select * from "collection_roots";
select * from "jobs";
select 1;
select cast(coalesce(sum(bytes), 0) as bigint) as "bytes" from "uploads";
select cast(coalesce(sum(size), 0) as bigint) as "bytes" from "files" where "missing" = ? and "root" != ?;
select count(*) as "accounts", cast(coalesce(sum(administrator), 0) as integer) as "administrators", count("disabled_at") as "disabled" from "users";
select count(*) as "count" from "albums";
select count(*) as "count" from "artists";
select count(*) as "count" from "log_entries" where "level" = ? and "at" >= ?;
select count(*) as "count" from "tracks" where available = 0;
select count(*) as "count" from "tracks";
select count(*)::integer as listeners, (count(*) filter (where streamed_at > clock_timestamp() - ? * interval '1 millisecond'))::integer as streams from presence where seen_at > clock_timestamp() - ? * interval '1 millisecond';
select pg_database_size(current_database()) as size, current_setting('server_version') as version;

-- fetchPeople
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select count(*) as "count" from "users" where (folded_name like ? escape '\' or folded_email like ? escape '\');

-- fetchPlaylistFiles
select "collection_playlists"."id", "title", "path", "state", "problem", "missing", "removed", "lines", "matched", "users"."id" as "owner_id", "users"."name" as "owner_name" from "collection_playlists" left join "users" on "users"."id" = "collection_playlists"."owner_id" where state <> 'album' order by "path" limit ? offset ?;
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select cast(count(*) as integer) as "total" from "collection_playlists" where state = 'album';

-- fetchSetUp
select "id" from "set_up" where "done_at" is null and not exists (select "users"."id" from "users");

-- fetchSkippedFiles
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select * from "import_problems" where "position" >= ? order by "position" limit 51;

-- fetchUnpictured
select "albums"."id", "albums"."title" as "name", "artists"."name" as "artist" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where albums.profile_path = '' order by "albums"."sort_title", "albums"."id" limit 51 offset 0;
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- forgetMissingTracks
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select * from "import_runs" order by "started_at" desc, "id" desc limit 1;

-- pauseJob
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "name" from "leases" where "name" = ? and "expires_at" > (extract(epoch from clock_timestamp()) * 1000)::bigint; -- 3 times
select "sample", "done", "total", "folders", "problem", "removals", "ended_at", "leases"."name" as "lease" from "import_status" left join "leases" on "leases"."name" = ? and "leases"."expires_at" > (extract(epoch from clock_timestamp()) * 1000)::bigint where "id" = ?;
select * from "jobs"; -- 5 times
select count(*) as "due" from "deliveries" where "sent_at" is null and "not_before" <= ?;
select max("sent_at") as "sent_at" from "deliveries" where "sent_at" is not null;
update "jobs" set "paused" = ? where "name" = ? and "paused" = ?;

-- previewForgetting
select "id" from "tracks" where available = 0 and not exists ( select 1 from files where files.track_id = tracks.id and files.missing = 0);
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select * from "import_runs" order by "started_at" desc, "id" desc limit 1;

-- removeCataloguePicture
delete from "catalogue_pictures" where "owner_id" = ? returning "own_path" as "profile_path", "own_color" as "color", "own_thumbhash" as "thumbhash";
select "artists"."name", "artists"."profile_path", "catalogue_pictures"."owner_id", ? as "artist" from "artists" left join "catalogue_pictures" on "catalogue_pictures"."artist_id" = "artists"."id" where "artists"."id" = ?; -- 2 times
select "id" from "artists" where "id" in (?) order by "id" for no key update;
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "profile_path", "color", "thumbhash", "cover_album" from "artists" where "id" = ?;

-- removeMusicFolder
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "music", "sample" from "set_up";
select "path" from "music_folders" order by "path";
select * from "collection_roots";

-- removePlaylistFile
delete from "collection_playlists" where "id" = ? and "missing" = ?;
insert into "audit_entries" ("id", "at", "action", "actor_id", "service_key", "person_id", "detail") values (?, …);
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "title", "path" from "collection_playlists" where "id" = ?;
update "catalogue_version" set "version" = "version" + ?;
update "collection_playlists" set "removed" = ? where "id" = ?;

-- restorePlaylistFile
insert into "audit_entries" ("id", "at", "action", "actor_id", "service_key", "person_id", "detail") values (?, …);
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "state", "lines", "removed" from "collection_playlists" where "id" = ?;
select "title", "path" from "collection_playlists" where "id" = ?;
select cast(count(*) as integer) as "playlists", cast(coalesce(sum(lines), 0) as integer) as "lines" from "collection_playlists" where state = 'playlist' and "removed" = ? and ("missing" = ? or "matched" > ?);
update "catalogue_version" set "version" = "version" + ?;
update "collection_playlists" set "removed" = ? where "id" = ?;

-- scanCollection
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "music", "sample" from "set_up";
select "path" from "music_folders" order by "path";
select * from "collection_roots";

-- signOutPerson
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- startBackup
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- startJob
insert into "audit_entries" ("id", "at", "action", "actor_id", "service_key", "person_id", "detail") values (?, …);
insert into "jobs" ("name", "requested_at") values (?, …) on conflict ("name") do update set "requested_at" = ?;
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "name" from "leases" where "name" = ? and "expires_at" > (extract(epoch from clock_timestamp()) * 1000)::bigint; -- 3 times
select "paused" from "jobs" where "name" = ?;
select "sample", "done", "total", "folders", "problem", "removals", "ended_at", "leases"."name" as "lease" from "import_status" left join "leases" on "leases"."name" = ? and "leases"."expires_at" > (extract(epoch from clock_timestamp()) * 1000)::bigint where "id" = ?;
select * from "jobs"; -- 5 times
select count(*) as "due" from "deliveries" where "sent_at" is null and "not_before" <= ?;
select max("sent_at") as "sent_at" from "deliveries" where "sent_at" is not null;

-- turnOffTotpOfPerson
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- updateLiveSetting
insert into "audit_entries" ("id", "at", "action", "actor_id", "service_key", "person_id", "detail") values (?, …);
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
update "catalogue_version" set "version" = "version" + ?;

-- updatePerson
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "id", "administrator", "disabled_at" from "users" where ("id" = ? or ("administrator" = ? and "disabled_at" is null)) order by "id" for no key update;

-- updatePlaylistOwner
insert into "audit_entries" ("id", "at", "action", "actor_id", "service_key", "person_id", "detail") values (?, …);
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "id", "name", "profile_path" from "users" where "id" = ?;
select "title", "path" from "collection_playlists" where "id" = ?;
update "catalogue_version" set "version" = "version" + ?;
update "collection_playlists" set "owner_id" = ? where "id" = ?;

-- uploadCataloguePicture
insert into "audit_entries" ("id", "at", "action", "actor_id", "service_key", "person_id", "detail") values (?, …);
insert into "catalogue_pictures" ("owner_id", "album_id", "artist_id", "own_path", "own_color", "own_thumbhash", "uploaded_at") values (?, …) on conflict ("owner_id") do update set "uploaded_at" = ?;
select "albums"."profile_path", "play_count", "released_at", "artist_id", "cover_album", "artists"."profile_path" as "artist_picture" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" = ?;
select "albums"."title" as "name", "artists"."name" as "artist", "albums"."profile_path", "catalogue_pictures"."owner_id" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "catalogue_pictures" on "catalogue_pictures"."album_id" = "albums"."id" where "albums"."id" = ?; -- 3 times
select "id" from "albums" where "id" in (?) order by "id" for no key update;
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;
select "play_count", "released_at" from "albums" where "id" = ?;
select "profile_path", "color", "thumbhash" from "albums" where "id" = ?; -- 2 times
select "profile_path", "color", "thumbhash", "cover_album" from "artists" where "id" = ?;
update "albums" set "profile_path" = ?, "color" = ?, "thumbhash" = ? where "id" = ?;
update "artists" set "profile_path" = ?, "color" = ?, "thumbhash" = ?, "cover_album" = ? where "id" = ? and "profile_path" = ? and "cover_album" = ?;
update "catalogue_version" set "version" = "version" + ?;
