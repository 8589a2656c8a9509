-- appendInterestedArtist
select "id", "name", "profile_path", "followers", "color", "thumbhash" from "artists" where "id" = ?;
update "interested_artists" set "heard_at" = case when "heard_at" < ? then ? else "heard_at" end where "user_id" = ? and "artist_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- appendInterestedGenre
select "id" from "genres" where "folded_genre" = ?;
update "interested_genres" set "heard_at" = case when "heard_at" < ? then ? else "heard_at" end where "user_id" = ? and "genre_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- countAlbumPlays
insert into "counted_albums" ("user_id", "album_id", "day") values (?, …), … on conflict ("user_id", "album_id") do update set "day" = ? where ("counted_albums"."day" < ? or "counted_albums"."day" > ?) returning "album_id";
select "albums"."profile_path", "play_count", "released_at", "artist_id", "cover_album", "artists"."profile_path" as "artist_picture" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" = ?; -- 40 times
select "id" from "albums" where "id" in (?, …) order by "id";
update "albums" set "play_count" = "play_count" + ? where "id" in (?, …);

-- countTrackPlay
select "counted_plays"."played_at" from "counted_plays" inner join "listen_users" on "listen_users"."number" = "counted_plays"."listener" inner join "listen_tracks" on "listen_tracks"."number" = "counted_plays"."track" where "listen_users"."user_id" = ? and "counted_plays"."played_at" >= ? and "counted_plays"."reported" = ? and "listen_tracks"."track_id" = ?;
select "true_samples", "sample_rate" from "tracks" where "id" = ?;

-- deleteBookmark
delete from "bookmarks" where "user_id" = ? and "track_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- deleteListens
delete from "counted_plays" where "listener" = ?;
delete from "counted_tracks" where "user_id" = ?;
delete from "listen_clients" where "listener" = ?;
update "listen_users" set "listens" = "listens" + ? where "user_id" = ? returning "number", "listens";
update "listen_users" set "listens" = ?, "deleted_at" = ? where "number" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- fetchBookmarks
select * from "bookmarks" where "user_id" = ? order by "changed_at" desc, "track_id";

-- fetchInterestedAlbums
select "album_id", string_agg(id, ' ' order by disc, number, file_order, sort_title, id) as "ids" from "tracks" where "album_id" in (?) group by "album_id";
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?);
select "genres"."id", "genres"."genre" from "interested_genres" inner join "genres" on "genres"."id" = "interested_genres"."genre_id" where "interested_genres"."user_id" = ? order by "interested_genres"."heard_at" desc, "genres"."id" limit 10;
select 1 from track_genres where genre_id = ? limit 1 offset 500;
select id from albums where albums.id in ( select tracks.album_id from ( select track_id from track_genres where genre_id = ? order by track_plays desc, track_title, track_id limit 500 ) as top join tracks on tracks.id = top.track_id ) and exists ( select 1 from tracks where tracks.album_id = albums.id and not exists ( select 1 from played_tracks where played_tracks.user_id = ? and played_tracks.track_id = tracks.id ) ) order by play_count desc, sort_title, id limit 51;
select id, name, nth from ( select albums.id, artists.name, latest.at, row_number() over ( partition by albums.artist_id order by albums.play_count desc, albums.sort_title, albums.id ) as nth from (select artist_id, followed_at as at from follows where user_id = ? order by at desc, artist_id limit 200) as latest join albums on albums.artist_id = latest.artist_id join artists on artists.id = latest.artist_id where exists ( select 1 from tracks where tracks.album_id = albums.id and not exists ( select 1 from played_tracks where played_tracks.user_id = ? and played_tracks.track_id = tracks.id ) ) ) as ranked order by nth, at desc, id limit 50;
select id, name, nth from ( select albums.id, artists.name, latest.at, row_number() over ( partition by albums.artist_id order by albums.play_count desc, albums.sort_title, albums.id ) as nth from (select artist_id, followed_at as at from follows where user_id = ? order by at desc, artist_id limit 60) as latest join albums on albums.artist_id = latest.artist_id join artists on artists.id = latest.artist_id where exists ( select 1 from tracks where tracks.album_id = albums.id and not exists ( select 1 from played_tracks where played_tracks.user_id = ? and played_tracks.track_id = tracks.id ) ) ) as ranked order by nth, at desc, id limit 50;
select id, name, nth from ( select albums.id, artists.name, latest.at, row_number() over ( partition by albums.artist_id order by albums.play_count desc, albums.sort_title, albums.id ) as nth from (select artist_id, heard_at as at from interested_artists where user_id = ? and artist_id not in (select artist_id from follows where user_id = ?) order by at desc, artist_id limit 200) as latest join albums on albums.artist_id = latest.artist_id join artists on artists.id = latest.artist_id where exists ( select 1 from tracks where tracks.album_id = albums.id and not exists ( select 1 from played_tracks where played_tracks.user_id = ? and played_tracks.track_id = tracks.id ) ) ) as ranked order by nth, at desc, id limit 50;
select id, name, nth from ( select albums.id, artists.name, latest.at, row_number() over ( partition by albums.artist_id order by albums.play_count desc, albums.sort_title, albums.id ) as nth from (select artist_id, heard_at as at from interested_artists where user_id = ? and artist_id not in (select artist_id from follows where user_id = ?) order by at desc, artist_id limit 60) as latest join albums on albums.artist_id = latest.artist_id join artists on artists.id = latest.artist_id where exists ( select 1 from tracks where tracks.album_id = albums.id and not exists ( select 1 from played_tracks where played_tracks.user_id = ? and played_tracks.track_id = tracks.id ) ) ) as ranked order by nth, at desc, id limit 50;

-- fetchInterestedArtists
select "artists"."id", "artists"."name", "artists"."profile_path", "artists"."followers", "artists"."color", "artists"."thumbhash" from "interested_artists" inner join "artists" on "artists"."id" = "interested_artists"."artist_id" where "interested_artists"."user_id" = ? order by "interested_artists"."heard_at" desc, "artists"."id" limit 500;

-- fetchInterestedGenres
select "genres"."id", "genres"."genre" from "interested_genres" inner join "genres" on "genres"."id" = "interested_genres"."genre_id" where "interested_genres"."user_id" = ? order by "interested_genres"."heard_at" desc, "genres"."id" limit 500;

-- fetchNowPlaying
select "id", "artist_id", "true_samples", "sample_rate" from "tracks" where "id" in (?);
select "track_id", "genre_id" from "track_genres" where "track_id" in (?) order by "position";
select * from "now_playing" where "user_id" = ?;

-- fetchPlayQueue
select "id" from "tracks" where "id" in (?, …);
select * from "play_queues" where "user_id" = ?;

-- fetchPlayedTracks
select "tracks"."id", "tracks"."album_id" from "played_tracks" inner join "tracks" on "tracks"."id" = "played_tracks"."track_id" where "played_tracks"."user_id" = ? order by "tracks"."album_id", "tracks"."id" limit 50000;

-- recordPlayedTrack
insert into "played_tracks" ("user_id", "track_id") values (?, …) on conflict do nothing;
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- recordSecondsHeard
update "counted_plays" set "seconds_heard" = ? where "listener" = (select "number" from "listen_users" where "user_id" = ?) and "played_at" = ? and "track" = (select "number" from "listen_tracks" where "track_id" = ?) and "seconds_heard" is null;

-- reportNowPlaying
insert into "now_playing" ("user_id", "track_id", "state", "position_ms", "playback_rate", "client", "started_at", "reported_at", "counted") values (?, …) on conflict ("user_id") do update set "track_id" = ?, "state" = ?, "position_ms" = ?, "playback_rate" = ?, "client" = ?, "started_at" = ?, "reported_at" = ?, "counted" = ?;
select "id", "artist_id", "true_samples", "sample_rate" from "tracks" where "id" in (?);
select "track_id", "genre_id" from "track_genres" where "track_id" in (?) order by "position";
select * from "now_playing" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- reportPlays
select "id", "artist_id", "true_samples", "sample_rate" from "tracks" where "id" in (?);
select "number", "listens", "deleted_at" from "listen_users" where "user_id" = ?;
select "track_id", "genre_id" from "track_genres" where "track_id" in (?) order by "position";
select * from "now_playing" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- saveBookmark
insert into "bookmarks" ("user_id", "track_id", "position_ms", "comment", "created_at", "changed_at") values (?, …) on conflict ("user_id", "track_id") do update set "position_ms" = ?, "comment" = ?, "changed_at" = ?;
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" = ?;
select count(*) as "count" from "bookmarks" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- savePlayQueue
insert into "play_queues" ("user_id", "track_ids", "current_index", "position_ms", "changed_by", "changed_at", "version") values (?, …) on conflict ("user_id") do update set "track_ids" = ?, "current_index" = ?, "position_ms" = ?, "changed_by" = ?, "changed_at" = ?, "version" = "play_queues"."version" + ?;
select "id" from "tracks" where "id" in (?, …);
select * from "play_queues" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;
