-- addFollowingArtist
insert into "follows" ("user_id", "artist_id", "followed_at") values (?, …) on conflict do nothing;
select "followers" from "artists" where "id" = ?; -- 2 times
update "users" set "created_at" = "created_at" where "id" = ?;

-- addTracksToPlaylist
select "id" from "tracks" where "id" in (?, …);
select "track_id" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "id" = ? and "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- appendLikedSongs
select "id" from "tracks" where "id" in (?);
select "track_id" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "id" = ? and "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- createFilledPlaylist
insert into "playlist_tracks" ("playlist_id", "track_id", "position", "added_at", "copy") values (?, …), …;
insert into "playlists" ("id", "user_id", "kind", "title", "profile_path", "color", "thumbhash", "version", "created_at", "origin", "comment", "changed_at") values (?, …);
select "id" from "tracks" where "id" in (?, …);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select count(*) as "count" from "playlist_tracks" where "playlist_id" = ?;
select count(*) as "count" from "playlist_tracks" where "playlist_id" in (select "id" from "playlists" where "user_id" = ?);
select count(*) as "count" from "playlists" where "user_id" = ? and "kind" = ?;
select max(position) as last from ( select track_id, copy, position, 0 as is_forgotten from playlist_tracks where playlist_id = ? union all select track_id, copy, position, 1 as is_forgotten from forgotten_places where playlist_id = ?) as places;
update "users" set "created_at" = "created_at" where "id" = ?;

-- createPlaylist
insert into "playlists" ("id", "user_id", "kind", "title", "profile_path", "color", "thumbhash", "version", "created_at", "origin", "comment", "changed_at") values (?, …);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select count(*) as "count" from "playlists" where "user_id" = ? and "kind" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- crudPlaylist
select "id" from "tracks" where "id" in (?);
select "track_id" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "id" = ? and "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- deletePlaylist
delete from "deleted_playlists" where "id" = ?;
delete from "playlists" where "id" = ?;
delete from deleted_playlists where id in ( select id from ( select id, row_number() over latest_first as place, sum(entries) over latest_first as entries from deleted_playlists where user_id = ? window latest_first as (order by deleted_at desc, id) ) as ranked where place > ? or entries > ? );
insert into "deleted_playlist_tracks" ("playlist_id", "track_id", "position", "added_at", "copy") select "playlist_id", "track_id", "position", "added_at", "copy" from "playlist_tracks" where "playlist_id" = ? union all select "playlist_id", "track_id", "position", "added_at", "copy" from "forgotten_places" where "playlist_id" = ?;
insert into "deleted_playlists" ("id", "user_id", "kind", "title", "comment", "profile_path", "color", "thumbhash", "version", "created_at", "origin", "entries", "deleted_at") select "id", "user_id", "kind", "title", "comment", "profile_path", "color", "thumbhash", "version", "created_at", "origin", (select count(*) from playlist_tracks where playlist_id = ?) + (select count(*) from forgotten_places where playlist_id = ?) as "entries", cast(? as bigint) as "deleted_at" from "playlists" where "id" = ?;
select "id" from "playlists" where "id" in (?) order by "id" for no key update;
select "kind" from "playlists" where "id" = ? and "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- deleteTrackFromPlaylist
delete from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "id" = ? and "user_id" = ?;
update "playlists" set "version" = "version" + ?, "changed_at" = ? where "id" = ? returning *;
update "users" set "created_at" = "created_at" where "id" = ?;

-- editPlaylist
delete from playlist_tracks where playlist_id = ? and (track_id, copy) in (values (?, 0));
insert into "playlist_tracks" ("playlist_id", "track_id", "position", "added_at", "copy") values (?, …), …;
select "id" from "tracks" where "id" in (?);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select "track_id", "copy", "position" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "id" = ? and "user_id" = ?;
select count(*) as "count" from "playlist_tracks" where "playlist_id" = ?;
select count(*) as "count" from "playlist_tracks" where "playlist_id" in (select "id" from "playlists" where "user_id" = ?);
select max(position) as last from ( select track_id, copy, position, 0 as is_forgotten from playlist_tracks where playlist_id = ? union all select track_id, copy, position, 1 as is_forgotten from forgotten_places where playlist_id = ?) as places;
update "playlists" set "version" = "version" + ?, "changed_at" = ? where "id" = ? returning *;
update "users" set "created_at" = "created_at" where "id" = ?;

-- fetchAllPlaylists
select "playlist_id", "track_id", "copy" from "playlist_tracks" where "playlist_id" in (?, …) order by "playlist_id", "position", "track_id", "copy";
select "playlist_id", count(*) as "count" from "playlist_tracks" where "playlist_id" in (?, …) group by "playlist_id";
select * from "playlists" where "id" = ? and "user_id" = ?;
select * from "playlists" where "user_id" = ? and "kind" = ? order by "created_at" desc, "id";

-- fetchCollectionPlaylist
select "collection_playlists"."id", "title", "matched", "version", "collection_playlists"."created_at", "changed_at", "owner_id", "users"."name" as "owner_name" from "collection_playlists" left join "users" on "users"."id" = "collection_playlists"."owner_id" where state = 'playlist' and "removed" = ? and "matched" > ? and "collection_playlists"."id" = ?;
select "track_id" from "collection_playlist_tracks" where "playlist_id" = ? order by "position";

-- fetchCollectionPlaylists
select "collection_playlists"."id", "title", "matched", "version", "collection_playlists"."created_at", "changed_at", "owner_id", "users"."name" as "owner_name" from "collection_playlists" left join "users" on "users"."id" = "collection_playlists"."owner_id" where state = 'playlist' and "removed" = ? and "matched" > ? order by "collection_playlists"."id";
select "playlist_id" as "playlistId", "tracks"."id" as "trackId", "album_id" as "albumId" from "collection_playlist_tracks" inner join "tracks" on "tracks"."id" = "collection_playlist_tracks"."track_id" where "playlist_id" in (?, …) and "position" < ? order by "playlist_id", "position";

-- fetchFollowingArtists
select "artist_id" from "follows" where "user_id" = ? order by "followed_at" desc, "artist_id";
select "artists"."id", "artists"."name", "artists"."profile_path", "artists"."followers", "artists"."color", "artists"."thumbhash" from "follows" inner join "artists" on "artists"."id" = "follows"."artist_id" where "follows"."user_id" = ? order by "follows"."followed_at" desc, "follows"."artist_id" limit 1000;
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."available" = ? and "tracks"."id" in (select "track_artists"."track_id" from "follows" inner join "track_artists" on "track_artists"."artist_id" = "follows"."artist_id" where "follows"."user_id" = ?) order by "tracks"."play_count" desc, "tracks"."sort_title", "tracks"."id" limit 10;

-- fetchKeptAlbumIds
select "album_id" from "kept_albums" where "user_id" = ? order by "kept_at" desc, "album_id";

-- fetchKeptAlbums
select "album_id" from "kept_albums" where "user_id" = ? order by "kept_at" desc, "album_id";
select "album_id", string_agg(id, ' ' order by disc, number, file_order, sort_title, id) as "ids" from "tracks" where "album_id" in (?, …) group by "album_id";
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?, …);

-- fetchLikedSongs
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";

-- fetchLikedTracks
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …);

-- fetchLikedTracksPlaylist
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "id" = ? and "user_id" = ?;

-- fetchOwnData
select "albums"."id", "albums"."title" as "name", "albums"."mbid", "artists"."name" as "artistName", "day" as "instant" from "counted_albums" inner join "albums" on "albums"."id" = "album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" where "user_id" = ? order by "day" desc, "albums"."id";
select "albums"."id", "albums"."title" as "name", "albums"."mbid", "artists"."name" as "artistName", "kept_at" as "instant" from "kept_albums" inner join "albums" on "albums"."id" = "album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" where "user_id" = ? order by "kept_at" desc, "albums"."id";
select "albums"."id", "albums"."title" as "name", "albums"."mbid", "artists"."name" as "artistName", "rated_at" as "instant", "rating" from "album_ratings" inner join "albums" on "albums"."id" = "album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" where "user_id" = ? order by "rated_at" desc, "albums"."id";
select "artists"."id", "artists"."name", "artists"."mbid", "followed_at" as "instant" from "follows" inner join "artists" on "artists"."id" = "artist_id" where "user_id" = ? order by "followed_at" desc, "artists"."id";
select "artists"."id", "artists"."name", "artists"."mbid", "heard_at" as "instant" from "interested_artists" inner join "artists" on "artists"."id" = "artist_id" where "user_id" = ? order by "heard_at" desc, "artists"."id";
select "artists"."id", "artists"."name", "artists"."mbid", "rated_at" as "instant", "rating" from "artist_ratings" inner join "artists" on "artists"."id" = "artist_id" where "user_id" = ? order by "rated_at" desc, "artists"."id";
select "created_at", "email_verified_at" from "users" where "id" = ?;
select "created_at", "seen_at" from "devices" where "user_id" = ? order by "created_at", "id";
select "from_artists", "about_artists_and_music" from "notice_permissions" where "user_id" = ?;
select "genres"."id", "genres"."genre" as "name", "heard_at" as "instant" from "interested_genres" inner join "genres" on "genres"."id" = "interested_genres"."genre_id" where "user_id" = ? order by "heard_at" desc, "genres"."id";
select "id" from "tracks" where "id" in (?, …);
select "id", "artist_id", "true_samples", "sample_rate" from "tracks" where "id" in (?);
select "id", "bytes", "kept_at" from "uploads" where "user_id" = ? order by "kept_at";
select "id", "name", "email", "profile_path", "google_sub", "password_hash", "administrator" from "users" where "id" = ?;
select "id", "name", "kind", "scope", "created_at", "last_used_at", "last_client", "last_network" from "app_keys" where "user_id" = ? order by "created_at", "id";
select "listen_tracks"."track_id" as "trackId", coalesce("tracks"."title", "listen_tracks"."title") as "title", "plays"."played_at" as "playedAt", coalesce("listen_clients"."name", '') as "client", "plays"."seconds_heard" as "secondsHeard" from (select "listener", "track", "client", "played_at", "seconds_heard" from "counted_plays" where "listener" = (select "number" from "listen_users" where "user_id" = ?) and "played_at" < ? order by "played_at" desc limit 1000) as "plays" inner join "listen_tracks" on "listen_tracks"."number" = "plays"."track" left join "tracks" on "tracks"."id" = "listen_tracks"."track_id" left join "listen_clients" on "listen_clients"."listener" = "plays"."listener" and "listen_clients"."number" = "plays"."client" order by "plays"."played_at" desc;
select "name", "rp_id", "synced", "created_at", "last_used_at" from "passkeys" where "user_id" = ? order by "created_at", "id";
select "purpose", "email", "created_at" from "email_links" where "user_id" = ? order by "created_at";
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy"; -- 45 times
select "track_id", "genre_id" from "track_genres" where "track_id" in (?) order by "position";
select "tracks"."id", "tracks"."album_id" from "played_tracks" inner join "tracks" on "tracks"."id" = "played_tracks"."track_id" where "played_tracks"."user_id" = ? order by "tracks"."album_id", "tracks"."id" limit 50000;
select "tracks"."id", "tracks"."title" as "name", "changed_at" as "instant", "position_ms" as "positionMs", "bookmarks"."comment" from "bookmarks" inner join "tracks" on "tracks"."id" = "bookmarks"."track_id" where "user_id" = ? order by "changed_at" desc, "tracks"."id";
select "tracks"."id", "tracks"."title" as "name", "counted_at" as "instant" from "counted_tracks" inner join "tracks" on "tracks"."id" = "track_id" where "user_id" = ? order by "counted_at" desc, "tracks"."id";
select "tracks"."id", "tracks"."title" as "name", "rated_at" as "instant", "rating" from "track_ratings" inner join "tracks" on "tracks"."id" = "track_id" where "user_id" = ? order by "rated_at" desc, "tracks"."id";
select "tracks"."id", "tracks"."title", "tracks"."credit" as "artistName", "albums"."title" as "albumTitle", "entry"."added_at" from (select * from "playlist_tracks" where "playlist_id" = ?) as "entry" inner join "tracks" on "tracks"."id" = "entry"."track_id" inner join "albums" on "albums"."id" = "tracks"."album_id" order by "position", "entry"."track_id", "copy" limit ? offset ?; -- 45 times
select "tracks"."id", coalesce((select max("files"."audio_id") as "audio_id" from "files" where "files"."track_id" = "tracks"."id"), '') as "audioId", "tracks"."mbid", "tracks"."title", "tracks"."credit" as "artistName", "albums"."title" as "albumTitle", "albums"."mbid" as "albumMbid" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …) order by "tracks"."id";
select * from "deleted_playlists" where "user_id" = ? order by "deleted_at" desc, "id";
select * from "now_playing" where "user_id" = ?;
select * from "play_queues" where "user_id" = ?;
select * from "playlists" where "user_id" = ? order by "created_at" desc, "id";
select * from "totp_secrets" where "user_id" = ?;

-- fetchPlaylist
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "id" = ? and "user_id" = ?;

-- fetchRatings
select "track_id" as id, rating, rated_at as "ratedAt" from "track_ratings" where user_id = ? order by rated_at desc, "track_id";

-- fetchUserPlaylists
select "playlist_id", "track_id", "copy" from "playlist_tracks" where "playlist_id" in (?, …) order by "playlist_id", "position", "track_id", "copy";
select "playlist_id", count(*) as "count" from "playlist_tracks" where "playlist_id" in (?, …) group by "playlist_id";
select * from "playlists" where "user_id" = ? and "kind" = ? order by "created_at" desc, "id";

-- importArchiveItems
insert into "played_tracks" ("user_id", "track_id") values (?, …) on conflict do nothing returning "track_id";
select "id" from "tracks" where "id" in (?) order by "id";
update "users" set "created_at" = "created_at" where "id" = ?;

-- importArchiveListens
insert into "counted_plays" ("played_at", "listener", "track", "client", "seconds_heard", "reported") values (?, …) on conflict do nothing returning "played_at";
select "id" from "tracks" where "id" in (?) order by "id" for no key update;
select "id" from "tracks" where "id" in (?);
select "name", "number" from "listen_clients" where "listener" = ? and "name" in (?);
select "track_id", "number" from "listen_tracks" where "track_id" in (?);
update "listen_users" set "listens" = "listens" + ? where "user_id" = ? returning "number", "listens";
update "users" set "created_at" = "created_at" where "id" = ?;

-- importArchivePicture
insert into "uploads" ("id", "user_id", "playlist_id", "bytes", "color", "thumbhash", "kept_at") values (?, …);
select * from "playlists" where "id" = ? and "user_id" = ?; -- 2 times
select sum("bytes") as "bytes" from "uploads" where "user_id" = ?; -- 2 times
update "playlists" set "profile_path" = ?, "color" = ?, "thumbhash" = ?, "version" = "version" + ?, "changed_at" = ? where "id" = ? returning *;
update "uploads" set "playlist_id" = ? where "id" = ? and "user_id" = ? and ("playlist_id" is null or "playlist_id" = ?) and not exists (select "users"."id" from "users" where "users"."id" = ? and "users"."profile_path" = ?) returning "color", "thumbhash";
update "users" set "created_at" = "created_at" where "id" = ?;

-- importArchivePlaylist
insert into "playlists" ("id", "user_id", "kind", "title", "profile_path", "color", "thumbhash", "version", "created_at", "origin", "comment", "changed_at") values (?, …);
select "track_id", "copy", "position" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "user_id" = ? and "kind" = ? and "title" = ? and (select count(*) as "count" from "playlist_tracks" where "playlist_tracks"."playlist_id" = "playlists"."id") = ? order by "created_at", "id";
select * from "playlists" where "user_id" = ? and "kind" = ? and ("id" = ? or "origin" = ?) order by "created_at", "id";
select count(*) as "count" from "playlists" where "user_id" = ? and "kind" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- keepAlbum
insert into "kept_albums" ("user_id", "album_id", "kept_at") values (?, …) on conflict do nothing returning "album_id";
select "id" from "albums" where "id" in (?);
update "users" set "created_at" = "created_at" where "id" = ?;

-- matchArchive
select "id", "folded_genre" from "genres" where "folded_genre" in (?);

-- matchTracks
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …);
select wanted.value as tail, file.path, file.track_id as "trackId", track.* from unnest(?::text[]) as wanted (value) cross join lateral ( select path, track_id from files where tail >= wanted.value and tail < wanted.value || ?::text and track_id is not null order by tail limit 11 ) as file cross join lateral ( select tracks.search_title as title, artists.search_name as artist, tracks.credit, cast(tracks.true_samples as double precision) / tracks.sample_rate as seconds from tracks inner join artists on artists.id = tracks.artist_id where tracks.id = file.track_id limit 1 ) as track;
select wanted.value as title, track.* from unnest(?::text[]) as wanted (value) cross join lateral (select "tracks"."id", "tracks"."credit", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."available", "albums"."search_title" as "album", "artists"."search_name" as "artist" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "tracks"."artist_id" where "tracks"."search_title" = wanted.value order by "tracks"."play_count" desc, "tracks"."sort_title", "tracks"."id" limit 200) as track; -- 2 times

-- movePlaylistTrack
select "copy" from "playlist_tracks" where "playlist_id" = ? and "track_id" = ? and "copy" = ?; -- 2 times
select "position" from "playlist_tracks" where "playlist_id" = ? and ("track_id" <> ? or "copy" <> ?) and "position" > ? order by "position" limit ?;
select "position" from "playlist_tracks" where "playlist_id" = ? and ("track_id" <> ? or "copy" <> ?) and "track_id" = ? and "copy" = ?;
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "id" = ? and "user_id" = ?;
update "playlist_tracks" set "position" = ? where "playlist_id" = ? and "track_id" = ? and "copy" = ?;
update "playlists" set "version" = "version" + ?, "changed_at" = ? where "id" = ? returning *;
update "users" set "created_at" = "created_at" where "id" = ?;

-- releaseAlbum
delete from "kept_albums" where "user_id" = ? and "album_id" in (?);
update "users" set "created_at" = "created_at" where "id" = ?;

-- removeFollowingArtist
delete from "follows" where "user_id" = ? and "artist_id" = ?;
select "followers" from "artists" where "id" = ?; -- 2 times
update "artists" set "followers" = "followers" + ? where "id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- removePlaylistEntry
delete from "playlist_tracks" where "playlist_id" = ? and "track_id" = ? and "copy" = ?;
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "id" = ? and "user_id" = ?;
update "playlists" set "version" = "version" + ?, "changed_at" = ? where "id" = ? returning *;
update "users" set "created_at" = "created_at" where "id" = ?;

-- restorePlaylist
delete from "deleted_playlists" where "id" = ?;
insert into "forgotten_places" ("playlist_id", "track_id", "position", "added_at", "copy") select "playlist_id", "track_id", "position", "added_at", "copy" from "deleted_playlist_tracks" where "playlist_id" = ? and "track_id" in (select "id" from "forgotten_tracks") on conflict do nothing;
insert into "playlist_tracks" ("playlist_id", "track_id", "position", "added_at", "copy") select "playlist_id", "track_id", "position", "added_at", "copy" from "deleted_playlist_tracks" where "playlist_id" = ? and "track_id" in (select "id" from "tracks");
insert into "playlists" ("id", "user_id", "kind", "title", "comment", "profile_path", "color", "thumbhash", "version", "created_at", "origin", "changed_at") values (?, …);
select "id" from "forgotten_tracks" where "id" in (select "track_id" from "deleted_playlist_tracks" where "playlist_id" = ?) order by "id" for key share;
select "id" from "tracks" where "id" in (select "track_id" from "deleted_playlist_tracks" where "playlist_id" = ?) order by "id" for key share;
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "deleted_playlists" where "id" = ? and "user_id" = ? and "deleted_at" > ?;
select * from "playlists" where "id" = ? and "user_id" = ?;
select count(*) as "count" from "deleted_playlist_tracks" as "entry" inner join "tracks" on "tracks"."id" = "entry"."track_id" where "entry"."playlist_id" = ? and "entry"."track_id" not in (select "track_id" from "playlist_tracks" where "playlist_id" = ?);
select count(*) as "count" from "playlist_tracks" where "playlist_id" = ?;
select count(*) as "count" from "playlist_tracks" where "playlist_id" in (select "id" from "playlists" where "user_id" = ?);
select count(*) as "count" from "playlists" where "user_id" = ? and "kind" = ?;
update "uploads" set "playlist_id" = ? where "id" = ? and "user_id" = ? and ("playlist_id" is null or "playlist_id" = ?) and not exists (select "users"."id" from "users" where "users"."id" = ? and "users"."profile_path" = ?) returning "color", "thumbhash";
update "users" set "created_at" = "created_at" where "id" = ?;

-- saveRating
delete from "track_ratings" where user_id = ? and "track_id" = ?;
insert into "track_ratings" (user_id, "track_id", rating, rated_at) values (?, …) on conflict (user_id, "track_id") do update set rating = excluded.rating, rated_at = excluded.rated_at where "track_ratings".rated_at <= excluded.rated_at and "track_ratings".rating <> excluded.rating or "track_ratings".rated_at < excluded.rated_at returning "track_id";
select "id" from "tracks" where "id" in (?) order by "id";
select count(*) as count from "track_ratings" where user_id = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- updatePlaylist
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select * from "playlists" where "id" = ? and "user_id" = ?;
update "playlists" set "title" = ?, "version" = "version" + ?, "changed_at" = ? where "id" = ? returning *;
update "users" set "created_at" = "created_at" where "id" = ?;
