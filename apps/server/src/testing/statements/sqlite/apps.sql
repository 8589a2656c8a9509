-- app createBookmark
insert into "bookmarks" ("user_id", "track_id", "position_ms", "comment", "created_at", "changed_at") values (?, …) on conflict ("user_id", "track_id") do update set "position_ms" = ?, "comment" = ?, "changed_at" = ?;
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" = ?;
select count(*) as "count" from "bookmarks" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- app createPlaylist
insert into "playlists" ("id", "user_id", "kind", "title", "profile_path", "color", "thumbhash", "version", "created_at", "origin", "comment", "changed_at") values (?, …);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select count(*) as "count" from "playlists" where "user_id" = ? and "kind" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- app getAlbum
select "album_genres"."album_id", "genres"."genre" from "album_genres" inner join "genres" on "genres"."id" = "album_genres"."genre_id" where "album_genres"."album_id" in (?) order by "album_genres"."tracks" desc, "genres"."folded_genre";
select "album_id" as id, rating from "album_ratings" where user_id = ? and "album_id" in (?);
select "album_id", "kept_at" from "kept_albums" where "user_id" = ? and "album_id" in (?);
select "album_id", count(*) as "count", sum(true_samples * 1.0 / sample_rate) as "seconds", max("disc_title") as "some_disc_title" from "tracks" where "album_id" in (?) and "available" = ? group by "album_id";
select "albums"."id", "albums"."title", "albums"."sort_title", "albums"."artist_id", "artists"."name" as "artist_name", "albums"."credit_names", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "albums"."record_labels", "albums"."release_types", "albums"."created_at", "albums"."play_count", "albums"."mbid", "albums"."compilation" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?);
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."album_id", max("counted_tracks"."counted_at") as "counted_at" from "tracks" inner join "counted_tracks" on "counted_tracks"."track_id" = "tracks"."id" where "counted_tracks"."user_id" = ? and "tracks"."album_id" in (?) group by "tracks"."album_id";
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."album_id" = ? order by "tracks"."disc", "tracks"."number", "tracks"."file_order", "tracks"."sort_title", "tracks"."id" limit 1000;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?, …);

-- app getAlbumInfo
select "album_genres"."album_id", "genres"."genre" from "album_genres" inner join "genres" on "genres"."id" = "album_genres"."genre_id" where "album_genres"."album_id" in (?) order by "album_genres"."tracks" desc, "genres"."folded_genre";
select "album_id", count(*) as "count", sum(true_samples * 1.0 / sample_rate) as "seconds", max("disc_title") as "some_disc_title" from "tracks" where "album_id" in (?) and "available" = ? group by "album_id";
select "albums"."id", "albums"."title", "albums"."sort_title", "albums"."artist_id", "artists"."name" as "artist_name", "albums"."credit_names", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "albums"."record_labels", "albums"."release_types", "albums"."created_at", "albums"."play_count", "albums"."mbid", "albums"."compilation" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?);

-- app getAlbumInfo2
select "album_genres"."album_id", "genres"."genre" from "album_genres" inner join "genres" on "genres"."id" = "album_genres"."genre_id" where "album_genres"."album_id" in (?) order by "album_genres"."tracks" desc, "genres"."folded_genre";
select "album_id", count(*) as "count", sum(true_samples * 1.0 / sample_rate) as "seconds", max("disc_title") as "some_disc_title" from "tracks" where "album_id" in (?) and "available" = ? group by "album_id";
select "albums"."id", "albums"."title", "albums"."sort_title", "albums"."artist_id", "artists"."name" as "artist_name", "albums"."credit_names", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "albums"."record_labels", "albums"."release_types", "albums"."created_at", "albums"."play_count", "albums"."mbid", "albums"."compilation" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?);
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?);
select "track_id", "path", "size" from "files" where "track_id" in (?) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?);
select * from "track_credits" where "track_id" in (?);

-- app getAlbumList
select "album_genres"."album_id", "genres"."genre" from "album_genres" inner join "genres" on "genres"."id" = "album_genres"."genre_id" where "album_genres"."album_id" in (?, …) order by "album_genres"."tracks" desc, "genres"."folded_genre";
select "album_id" as id, rating from "album_ratings" where user_id = ? and "album_id" in (?, …);
select "album_id", "kept_at" from "kept_albums" where "user_id" = ? and "album_id" in (?, …);
select "album_id", count(*) as "count", sum(true_samples * 1.0 / sample_rate) as "seconds", max("disc_title") as "some_disc_title" from "tracks" where "album_id" in (?, …) and "available" = ? group by "album_id";
select "albums"."id" as id, "albums"."created_at" as "key0", "albums"."id" as "key1" from albums where ( select 1 from tracks where tracks.album_id = albums.id and tracks.available = 1 limit 1 ) is not null order by "albums"."created_at" desc, "albums"."id" desc limit 500 offset 0;
select "albums"."id", "albums"."title", "albums"."sort_title", "albums"."artist_id", "artists"."name" as "artist_name", "albums"."credit_names", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "albums"."record_labels", "albums"."release_types", "albums"."created_at", "albums"."play_count", "albums"."mbid", "albums"."compilation" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?, …);
select "tracks"."album_id", max("counted_tracks"."counted_at") as "counted_at" from "tracks" inner join "counted_tracks" on "counted_tracks"."track_id" = "tracks"."id" where "counted_tracks"."user_id" = ? and "tracks"."album_id" in (?, …) group by "tracks"."album_id";

-- app getAlbumList2
select "album_genres"."album_id", "genres"."genre" from "album_genres" inner join "genres" on "genres"."id" = "album_genres"."genre_id" where "album_genres"."album_id" in (?) order by "album_genres"."tracks" desc, "genres"."folded_genre";
select "album_id" as id, rating from "album_ratings" where user_id = ? and "album_id" in (?);
select "album_id", "kept_at" from "kept_albums" where "user_id" = ? and "album_id" in (?);
select "album_id", count(*) as "count", sum(true_samples * 1.0 / sample_rate) as "seconds", max("disc_title") as "some_disc_title" from "tracks" where "album_id" in (?) and "available" = ? group by "album_id";
select "albums"."id" as id, "albums"."sort_title" as "key0", "albums"."id" as "key1" from albums where ( select 1 from tracks where tracks.album_id = albums.id and tracks.available = 1 limit 1 ) is not null order by "albums"."sort_title" asc, "albums"."id" asc limit 1 offset 0;
select "albums"."id", "albums"."title", "albums"."sort_title", "albums"."artist_id", "artists"."name" as "artist_name", "albums"."credit_names", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "albums"."record_labels", "albums"."release_types", "albums"."created_at", "albums"."play_count", "albums"."mbid", "albums"."compilation" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?);
select "tracks"."album_id", max("counted_tracks"."counted_at") as "counted_at" from "tracks" inner join "counted_tracks" on "counted_tracks"."track_id" = "tracks"."id" where "counted_tracks"."user_id" = ? and "tracks"."album_id" in (?) group by "tracks"."album_id";

-- app getArtist
select "album_genres"."album_id", "genres"."genre" from "album_genres" inner join "genres" on "genres"."id" = "album_genres"."genre_id" where "album_genres"."album_id" in (?, …) order by "album_genres"."tracks" desc, "genres"."folded_genre";
select "album_id" as id, rating from "album_ratings" where user_id = ? and "album_id" in (?, …);
select "album_id", "kept_at" from "kept_albums" where "user_id" = ? and "album_id" in (?, …);
select "album_id", count(*) as "count", sum(true_samples * 1.0 / sample_rate) as "seconds", max("disc_title") as "some_disc_title" from "tracks" where "album_id" in (?, …) and "available" = ? group by "album_id";
select "album_id", string_agg(id, ' ' order by disc, number, file_order, sort_title, id) as "ids" from "tracks" where "album_id" in (?, …) group by "album_id";
select "albums"."id", "albums"."released_at" from "albums" where "albums"."artist_id" != ? and "albums"."id" not in (select "album_id" from "album_artists" where "artist_id" = ?) and "albums"."id" in (select "tracks"."album_id" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."artist_id" = ? and "tracks"."available" = ?) order by "albums"."released_at" desc, "albums"."id" limit 1000;
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."artist_id" = ? order by "albums"."released_at" desc, "albums"."id" limit 1000;
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (select "album_id" from "album_artists" where "artist_id" = ?) order by "albums"."released_at" desc, "albums"."id" limit 1000;
select "albums"."id", "albums"."title", "albums"."sort_title", "albums"."artist_id", "artists"."name" as "artist_name", "albums"."credit_names", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "albums"."record_labels", "albums"."release_types", "albums"."created_at", "albums"."play_count", "albums"."mbid", "albums"."compilation" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?, …);
select "artist_id" as id, rating from "artist_ratings" where user_id = ? and "artist_id" in (?);
select "artist_id", "followed_at" from "follows" where "user_id" = ? and "artist_id" in (?);
select "artist_id", count(*) as "count" from "album_artists" where "artist_id" in (?) and exists (select 1 from tracks where tracks.album_id = "album_artists"."album_id" and tracks.available = 1) group by "artist_id";
select "artist_id", count(*) as "count" from "albums" where "artist_id" in (?) and exists (select 1 from tracks where tracks.album_id = "albums"."id" and tracks.available = 1) group by "artist_id";
select "artists"."id", "artists"."name", "artists"."sort_name", "artists"."mbid", "artists"."profile_path" from "artists" where "id" in (?);
select "id" from "artists" where "id" in (?) and exists (select 1 as "one" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."artist_id" = "artists"."id" and "tracks"."available" = ?);
select "track_artists"."artist_id", count(distinct tracks.album_id) as "count" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" inner join "albums" on "albums"."id" = "tracks"."album_id" where "track_artists"."artist_id" in (?) and "tracks"."available" = ? and "albums"."artist_id" != "track_artists"."artist_id" and not exists (select 1 as "one" from "album_artists" where "album_artists"."album_id" = "tracks"."album_id" and "album_artists"."artist_id" = "track_artists"."artist_id") group by "track_artists"."artist_id";
select "tracks"."album_id", max("counted_tracks"."counted_at") as "counted_at" from "tracks" inner join "counted_tracks" on "counted_tracks"."track_id" = "tracks"."id" where "counted_tracks"."user_id" = ? and "tracks"."album_id" in (?, …) group by "tracks"."album_id";

-- app getArtistInfo
select "artist_id", count(*) as "count" from "album_artists" where "artist_id" in (?) and exists (select 1 from tracks where tracks.album_id = "album_artists"."album_id" and tracks.available = 1) group by "artist_id";
select "artist_id", count(*) as "count" from "albums" where "artist_id" in (?) and exists (select 1 from tracks where tracks.album_id = "albums"."id" and tracks.available = 1) group by "artist_id";
select "artists"."id", "artists"."name", "artists"."sort_name", "artists"."mbid", "artists"."profile_path" from "artists" where "id" in (?);
select "id" from "artists" where "id" in (?) and exists (select 1 as "one" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."artist_id" = "artists"."id" and "tracks"."available" = ?);
select "track_artists"."artist_id", count(distinct tracks.album_id) as "count" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" inner join "albums" on "albums"."id" = "tracks"."album_id" where "track_artists"."artist_id" in (?) and "tracks"."available" = ? and "albums"."artist_id" != "track_artists"."artist_id" and not exists (select 1 as "one" from "album_artists" where "album_artists"."album_id" = "tracks"."album_id" and "album_artists"."artist_id" = "track_artists"."artist_id") group by "track_artists"."artist_id";
select track_genres.genre_id as id from ( select track_id from track_artists where artist_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as own join track_genres on track_genres.track_id = own.track_id group by track_genres.genre_id order by count(*) desc, id limit 3;
select tracks.artist_id as id from ( select track_id from track_genres where genre_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as popular join tracks on tracks.id = popular.track_id where tracks.available = 1 and tracks.artist_id <> ?;

-- app getArtistInfo2
select "artist_id", count(*) as "count" from "album_artists" where "artist_id" in (?) and exists (select 1 from tracks where tracks.album_id = "album_artists"."album_id" and tracks.available = 1) group by "artist_id";
select "artist_id", count(*) as "count" from "albums" where "artist_id" in (?) and exists (select 1 from tracks where tracks.album_id = "albums"."id" and tracks.available = 1) group by "artist_id";
select "artists"."id", "artists"."name", "artists"."sort_name", "artists"."mbid", "artists"."profile_path" from "artists" where "id" in (?);
select "id" from "artists" where "id" in (?) and exists (select 1 as "one" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."artist_id" = "artists"."id" and "tracks"."available" = ?);
select "track_artists"."artist_id", count(distinct tracks.album_id) as "count" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" inner join "albums" on "albums"."id" = "tracks"."album_id" where "track_artists"."artist_id" in (?) and "tracks"."available" = ? and "albums"."artist_id" != "track_artists"."artist_id" and not exists (select 1 as "one" from "album_artists" where "album_artists"."album_id" = "tracks"."album_id" and "album_artists"."artist_id" = "track_artists"."artist_id") group by "track_artists"."artist_id";
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?);
select "track_id", "path", "size" from "files" where "track_id" in (?) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?);
select * from "track_credits" where "track_id" in (?);
select track_genres.genre_id as id from ( select track_id from track_artists where artist_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as own join track_genres on track_genres.track_id = own.track_id group by track_genres.genre_id order by count(*) desc, id limit 3;
select tracks.artist_id as id from ( select track_id from track_genres where genre_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as popular join tracks on tracks.id = popular.track_id where tracks.available = 1 and tracks.artist_id <> ?;

-- app getArtists
select "artist_id" as id, rating from "artist_ratings" where user_id = ? and "artist_id" in (?, …);
select "artist_id", "followed_at" from "follows" where "user_id" = ? and "artist_id" in (?, …);
select "artist_id", count(*) as "count" from "album_artists" where "artist_id" in (?, …) and exists (select 1 from tracks where tracks.album_id = "album_artists"."album_id" and tracks.available = 1) group by "artist_id";
select "artist_id", count(*) as "count" from "albums" where "artist_id" in (?, …) and exists (select 1 from tracks where tracks.album_id = "albums"."id" and tracks.available = 1) group by "artist_id";
select "artists"."id", "artists"."name", "artists"."sort_name", "artists"."mbid", "artists"."profile_path" from "artists" order by "sort_name", "id" limit 1000;
select "id" from "artists" where "id" in (?, …) and exists (select 1 as "one" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."artist_id" = "artists"."id" and "tracks"."available" = ?);
select "track_artists"."artist_id", count(distinct tracks.album_id) as "count" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" inner join "albums" on "albums"."id" = "tracks"."album_id" where "track_artists"."artist_id" in (?, …) and "tracks"."available" = ? and "albums"."artist_id" != "track_artists"."artist_id" and not exists (select 1 as "one" from "album_artists" where "album_artists"."album_id" = "tracks"."album_id" and "album_artists"."artist_id" = "track_artists"."artist_id") group by "track_artists"."artist_id";

-- app getBookmarks
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "bookmarks" where "user_id" = ? order by "changed_at" desc, "track_id";
select * from "track_credits" where "track_id" in (?, …);

-- app getGenres
with totals as ( select genre_id, sum(tracks) as songs, count(*) as albums from album_genres group by genre_id ), gone as ( select genre_id, sum(songs) as songs, sum(case when songs = tracks then 1 else 0 end) as albums from ( select album_genres.genre_id, album_genres.tracks, count(*) as songs from tracks join track_genres on track_genres.track_id = tracks.id join album_genres on album_genres.album_id = tracks.album_id and album_genres.genre_id = track_genres.genre_id where tracks.available = 0 group by album_genres.album_id, album_genres.genre_id, album_genres.tracks ) as gone_of_albums group by genre_id ) select genres.genre as name, totals.songs - coalesce(gone.songs, 0) as songs, totals.albums - coalesce(gone.albums, 0) as albums from genres join totals on totals.genre_id = genres.id left join gone on gone.genre_id = genres.id where genres.genre <> '' and totals.songs > coalesce(gone.songs, 0) order by genres.folded_genre;

-- app getIndexes
select "artist_id" as id, rating from "artist_ratings" where user_id = ? and "artist_id" in (?, …);
select "artist_id", "followed_at" from "follows" where "user_id" = ? and "artist_id" in (?, …);
select "artist_id", count(*) as "count" from "album_artists" where "artist_id" in (?, …) and exists (select 1 from tracks where tracks.album_id = "album_artists"."album_id" and tracks.available = 1) group by "artist_id";
select "artist_id", count(*) as "count" from "albums" where "artist_id" in (?, …) and exists (select 1 from tracks where tracks.album_id = "albums"."id" and tracks.available = 1) group by "artist_id";
select "artists"."id", "artists"."name", "artists"."sort_name", "artists"."mbid", "artists"."profile_path" from "artists" order by "sort_name", "id" limit 1000;
select "id" from "artists" where "id" in (?, …) and exists (select 1 as "one" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."artist_id" = "artists"."id" and "tracks"."available" = ?);
select "track_artists"."artist_id", count(distinct tracks.album_id) as "count" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" inner join "albums" on "albums"."id" = "tracks"."album_id" where "track_artists"."artist_id" in (?, …) and "tracks"."available" = ? and "albums"."artist_id" != "track_artists"."artist_id" and not exists (select 1 as "one" from "album_artists" where "album_artists"."album_id" = "tracks"."album_id" and "album_artists"."artist_id" = "track_artists"."artist_id") group by "track_artists"."artist_id";

-- app getLyricsBySongId
select "lyrics"."synced", "lyrics"."body" from "tracks" left join "lyrics" on "lyrics"."track_id" = "tracks"."id" where "tracks"."id" = ?;
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?);
select "track_id", "path", "size" from "files" where "track_id" in (?) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?);
select * from "track_credits" where "track_id" in (?);

-- app getMusicDirectory
select "album_genres"."album_id", "genres"."genre" from "album_genres" inner join "genres" on "genres"."id" = "album_genres"."genre_id" where "album_genres"."album_id" in (?) order by "album_genres"."tracks" desc, "genres"."folded_genre";
select "album_id", count(*) as "count", sum(true_samples * 1.0 / sample_rate) as "seconds", max("disc_title") as "some_disc_title" from "tracks" where "album_id" in (?) and "available" = ? group by "album_id";
select "albums"."id", "albums"."title", "albums"."sort_title", "albums"."artist_id", "artists"."name" as "artist_name", "albums"."credit_names", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "albums"."record_labels", "albums"."release_types", "albums"."created_at", "albums"."play_count", "albums"."mbid", "albums"."compilation" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?);
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."album_id" = ? order by "tracks"."disc", "tracks"."number", "tracks"."file_order", "tracks"."sort_title", "tracks"."id" limit 1000;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?, …);

-- app getNowPlaying
select "id", "artist_id", "true_samples", "sample_rate" from "tracks" where "id" in (?);
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?);
select "track_id", "genre_id" from "track_genres" where "track_id" in (?) order by "position";
select "track_id", "path", "size" from "files" where "track_id" in (?) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?);
select * from "now_playing" where "user_id" = ?;
select * from "track_credits" where "track_id" in (?);

-- app getPlayQueue
select "id" from "tracks" where "id" in (?, …);
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "play_queues" where "user_id" = ?;
select * from "track_credits" where "track_id" in (?, …);

-- app getPlayQueueByIndex
select "id" from "tracks" where "id" in (?, …);
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "play_queues" where "user_id" = ?;
select * from "track_credits" where "track_id" in (?, …);

-- app getPlaylists
select "collection_playlists"."id", "title", "matched", "version", "collection_playlists"."created_at", "changed_at", "owner_id", "users"."name" as "owner_name" from "collection_playlists" left join "users" on "users"."id" = "collection_playlists"."owner_id" where state = 'playlist' and "removed" = ? and "matched" > ? order by "collection_playlists"."id";
select "id", "true_samples", "sample_rate" from "tracks" where "id" in (?, …);
select "playlist_id", "track_id", "copy" from "playlist_tracks" where "playlist_id" in (?, …) order by "playlist_id", "position", "track_id", "copy";
select "playlist_id", count(*) as "count" from "playlist_tracks" where "playlist_id" in (?, …) group by "playlist_id";
select "playlist_id", sum(cast(true_samples as double precision) / sample_rate) as "seconds" from "collection_playlist_tracks" inner join "tracks" on "tracks"."id" = "track_id" where "playlist_id" in (?, …) group by "playlist_id";
select * from "playlists" where "id" = ? and "user_id" = ?;
select * from "playlists" where "user_id" = ? and "kind" = ? order by "created_at" desc, "id";

-- app getRandomSongs
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."id" as id from tracks where tracks.available = 1 and "tracks"."id" >= ? order by "tracks"."id" limit 1000;
select "tracks"."id" as id from tracks where tracks.available = 1 and "tracks"."id" >= ? order by "tracks"."id" limit 10; -- 200 times
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?, …);

-- app getScanStatus
select "sample", "done", "total", "folders", "problem", "removals", "ended_at", "leases"."name" as "lease" from "import_status" left join "leases" on "leases"."name" = ? and "leases"."expires_at" > cast(unixepoch('subsec') * 1000 as integer) where "id" = ?;
select count(*) as "count" from "tracks";

-- app getSimilarSongs
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?);
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?) and "missing" = ?;
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."id", "albums"."released_at" as "releasedAt" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …) and (albums.release_date <> '' or albums.original_date <> '');
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?);
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?);
select * from "track_credits" where "track_id" in (?, …);
select genre_id as id from track_genres where track_id in (?) group by genre_id order by max(case when track_id = ? then 1 else 0 end) desc, count(*) desc, genre_id limit 3;
select looked.id from ( select tracks.id, tracks.available from ( select albums.id, (albums.release_date <> '' or albums.original_date <> '') as has_year from albums where released_at >= ? and released_at < ? order by released_at asc, id asc limit 40 ) as near join tracks on tracks.album_id = near.id where near.has_year limit 1000 ) as looked where looked.available = 1;
select looked.id from ( select tracks.id, tracks.available from ( select albums.id, (albums.release_date <> '' or albums.original_date <> '') as has_year from albums where released_at >= ? and released_at < ? order by released_at desc, id desc limit 40 ) as near join tracks on tracks.album_id = near.id where near.has_year limit 1000 ) as looked where looked.available = 1;
select popular.track_id as id from ( select track_id, track_plays, track_title from track_artists where artist_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as popular join tracks on tracks.id = popular.track_id where tracks.available = 1 order by popular.track_plays desc, popular.track_title, popular.track_id limit 600;
select popular.track_id as id from ( select track_id, track_plays, track_title from track_genres where genre_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as popular join tracks on tracks.id = popular.track_id where tracks.available = 1 and tracks.artist_id not in (?) order by popular.track_plays desc, popular.track_title, popular.track_id limit 600;
select track_genres.genre_id as id from ( select track_id from track_artists where artist_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as own join track_genres on track_genres.track_id = own.track_id group by track_genres.genre_id order by count(*) desc, id limit 3;

-- app getSimilarSongs2
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."id", "albums"."released_at" as "releasedAt" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …) and (albums.release_date <> '' or albums.original_date <> '');
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?, …);
select popular.track_id as id from ( select track_id, track_plays, track_title from track_artists where artist_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as popular join tracks on tracks.id = popular.track_id where tracks.available = 1 order by popular.track_plays desc, popular.track_title, popular.track_id limit 500;
select popular.track_id as id from ( select track_id, track_plays, track_title from track_genres where genre_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as popular join tracks on tracks.id = popular.track_id where tracks.available = 1 and tracks.artist_id not in (?) order by popular.track_plays desc, popular.track_title, popular.track_id limit 500;
select track_genres.genre_id as id from ( select track_id from track_artists where artist_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as own join track_genres on track_genres.track_id = own.track_id group by track_genres.genre_id order by count(*) desc, id limit 3;

-- app getSong
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?);
select "track_id", "path", "size" from "files" where "track_id" in (?) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?);
select * from "track_credits" where "track_id" in (?);

-- app getSongsByGenre
select "id" from "genres" where "folded_genre" = ?;
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id" as id, "track_genres"."track_id" as "key0" from track_genres join tracks on tracks.id = track_genres.track_id where track_genres.genre_id = ? and tracks.available = 1 order by "track_genres"."track_id" asc limit 500 offset 0;
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?, …);

-- app getStarred
select "album_genres"."album_id", "genres"."genre" from "album_genres" inner join "genres" on "genres"."id" = "album_genres"."genre_id" where "album_genres"."album_id" in (?, …) order by "album_genres"."tracks" desc, "genres"."folded_genre";
select "album_id" as id, rating from "album_ratings" where user_id = ? and "album_id" in (?, …);
select "album_id" from "kept_albums" where "user_id" = ? order by "kept_at" desc, "album_id";
select "album_id", "kept_at" from "kept_albums" where "user_id" = ? and "album_id" in (?, …);
select "album_id", count(*) as "count", sum(true_samples * 1.0 / sample_rate) as "seconds", max("disc_title") as "some_disc_title" from "tracks" where "album_id" in (?, …) and "available" = ? group by "album_id";
select "albums"."id", "albums"."title", "albums"."sort_title", "albums"."artist_id", "artists"."name" as "artist_name", "albums"."credit_names", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "albums"."record_labels", "albums"."release_types", "albums"."created_at", "albums"."play_count", "albums"."mbid", "albums"."compilation" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?, …);
select "artist_id" as id, rating from "artist_ratings" where user_id = ? and "artist_id" in (?, …);
select "artist_id" from "follows" where "user_id" = ? order by "followed_at" desc, "artist_id";
select "artist_id", "followed_at" from "follows" where "user_id" = ? and "artist_id" in (?, …);
select "artist_id", count(*) as "count" from "album_artists" where "artist_id" in (?, …) and exists (select 1 from tracks where tracks.album_id = "album_artists"."album_id" and tracks.available = 1) group by "artist_id";
select "artist_id", count(*) as "count" from "albums" where "artist_id" in (?, …) and exists (select 1 from tracks where tracks.album_id = "albums"."id" and tracks.available = 1) group by "artist_id";
select "artists"."id", "artists"."name", "artists"."sort_name", "artists"."mbid", "artists"."profile_path" from "artists" where "id" in (?, …);
select "id" from "artists" where "id" in (?, …) and exists (select 1 as "one" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."artist_id" = "artists"."id" and "tracks"."available" = ?);
select "track_artists"."artist_id", count(distinct tracks.album_id) as "count" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" inner join "albums" on "albums"."id" = "tracks"."album_id" where "track_artists"."artist_id" in (?, …) and "tracks"."available" = ? and "albums"."artist_id" != "track_artists"."artist_id" and not exists (select 1 as "one" from "album_artists" where "album_artists"."album_id" = "tracks"."album_id" and "album_artists"."artist_id" = "track_artists"."artist_id") group by "track_artists"."artist_id";
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."album_id", max("counted_tracks"."counted_at") as "counted_at" from "tracks" inner join "counted_tracks" on "counted_tracks"."track_id" = "tracks"."id" where "counted_tracks"."user_id" = ? and "tracks"."album_id" in (?, …) group by "tracks"."album_id";
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?, …);

-- app getStarred2
select "album_genres"."album_id", "genres"."genre" from "album_genres" inner join "genres" on "genres"."id" = "album_genres"."genre_id" where "album_genres"."album_id" in (?, …) order by "album_genres"."tracks" desc, "genres"."folded_genre";
select "album_id" as id, rating from "album_ratings" where user_id = ? and "album_id" in (?, …);
select "album_id" from "kept_albums" where "user_id" = ? order by "kept_at" desc, "album_id";
select "album_id", "kept_at" from "kept_albums" where "user_id" = ? and "album_id" in (?, …);
select "album_id", count(*) as "count", sum(true_samples * 1.0 / sample_rate) as "seconds", max("disc_title") as "some_disc_title" from "tracks" where "album_id" in (?, …) and "available" = ? group by "album_id";
select "albums"."id", "albums"."title", "albums"."sort_title", "albums"."artist_id", "artists"."name" as "artist_name", "albums"."credit_names", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "albums"."record_labels", "albums"."release_types", "albums"."created_at", "albums"."play_count", "albums"."mbid", "albums"."compilation" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?, …);
select "artist_id" as id, rating from "artist_ratings" where user_id = ? and "artist_id" in (?, …);
select "artist_id" from "follows" where "user_id" = ? order by "followed_at" desc, "artist_id";
select "artist_id", "followed_at" from "follows" where "user_id" = ? and "artist_id" in (?, …);
select "artist_id", count(*) as "count" from "album_artists" where "artist_id" in (?, …) and exists (select 1 from tracks where tracks.album_id = "album_artists"."album_id" and tracks.available = 1) group by "artist_id";
select "artist_id", count(*) as "count" from "albums" where "artist_id" in (?, …) and exists (select 1 from tracks where tracks.album_id = "albums"."id" and tracks.available = 1) group by "artist_id";
select "artists"."id", "artists"."name", "artists"."sort_name", "artists"."mbid", "artists"."profile_path" from "artists" where "id" in (?, …);
select "id" from "artists" where "id" in (?, …) and exists (select 1 as "one" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."artist_id" = "artists"."id" and "tracks"."available" = ?);
select "track_artists"."artist_id", count(distinct tracks.album_id) as "count" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" inner join "albums" on "albums"."id" = "tracks"."album_id" where "track_artists"."artist_id" in (?, …) and "tracks"."available" = ? and "albums"."artist_id" != "track_artists"."artist_id" and not exists (select 1 as "one" from "album_artists" where "album_artists"."album_id" = "tracks"."album_id" and "album_artists"."artist_id" = "track_artists"."artist_id") group by "track_artists"."artist_id";
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? order by "position", "track_id", "copy";
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."album_id", max("counted_tracks"."counted_at") as "counted_at" from "tracks" inner join "counted_tracks" on "counted_tracks"."track_id" = "tracks"."id" where "counted_tracks"."user_id" = ? and "tracks"."album_id" in (?, …) group by "tracks"."album_id";
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?, …);

-- app getTopSongs
select "id" from "artists" where "folded_name" = ? order by "followers" desc, "id" limit ?;
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?, …);
select popular.track_id as id from ( select track_id, track_plays, track_title from track_artists where artist_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as popular join tracks on tracks.id = popular.track_id where tracks.available = 1 order by popular.track_plays desc, popular.track_title, popular.track_id limit 500;

-- app reportPlayback
insert into "now_playing" ("user_id", "track_id", "state", "position_ms", "playback_rate", "client", "started_at", "reported_at", "counted") values (?, …) on conflict ("user_id") do update set "track_id" = ?, "state" = ?, "position_ms" = ?, "playback_rate" = ?, "client" = ?, "started_at" = ?, "reported_at" = ?, "counted" = ?;
select "id", "artist_id", "true_samples", "sample_rate" from "tracks" where "id" in (?);
select "track_id", "genre_id" from "track_genres" where "track_id" in (?) order by "position";
select * from "now_playing" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- app savePlayQueue
insert into "play_queues" ("user_id", "track_ids", "current_index", "position_ms", "changed_by", "changed_at", "version") values (?, …) on conflict ("user_id") do update set "track_ids" = ?, "current_index" = ?, "position_ms" = ?, "changed_by" = ?, "changed_at" = ?, "version" = "play_queues"."version" + ?;
select "id" from "tracks" where "id" in (?, …);
select * from "play_queues" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- app savePlayQueueByIndex
insert into "play_queues" ("user_id", "track_ids", "current_index", "position_ms", "changed_by", "changed_at", "version") values (?, …) on conflict ("user_id") do update set "track_ids" = ?, "current_index" = ?, "position_ms" = ?, "changed_by" = ?, "changed_at" = ?, "version" = "play_queues"."version" + ?;
select "id" from "tracks" where "id" in (?, …);
select * from "play_queues" where "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- app scrobble
delete from "interested_artists" where "user_id" = ? and "artist_id" not in (select "latest"."artist_id" from "interested_artists" as "latest" where "latest"."user_id" = ? order by "latest"."heard_at" desc limit 500);
delete from "interested_genres" where "user_id" = ? and "genre_id" not in (select "latest"."genre_id" from "interested_genres" as "latest" where "latest"."user_id" = ? order by "latest"."heard_at" desc limit 500);
insert into "counted_plays" ("played_at", "listener", "track", "client", "seconds_heard", "reported") values (?, …) on conflict do nothing returning "played_at";
insert into "counted_tracks" ("user_id", "track_id", "counted_at") values (?, …) on conflict ("user_id", "track_id") do update set "counted_at" = ? where "counted_tracks"."counted_at" < ?;
insert into "interested_artists" ("user_id", "artist_id", "heard_at") values (?, …) on conflict ("user_id", "artist_id") do update set "heard_at" = ?;
insert into "interested_genres" ("user_id", "genre_id", "heard_at") values (?, …);
insert into "listen_clients" ("listener", "number", "name") values (?, …);
insert into "played_tracks" ("user_id", "track_id") values (?, …) on conflict do nothing;
insert into listen_tracks (number, track_id) select (select coalesce(max(number), 0) from listen_tracks) + added.n, added.track_id from (select column1 as track_id, column2 as n from (values (?, 1)) as listed) as added where true on conflict do nothing returning track_id, number;
insert into listen_users (number, user_id, listens, deleted_at) select coalesce(max(number), 0) + 1, ?, cast(? as integer), 0 from listen_users where true on conflict do nothing returning number, listens;
select "id", "artist_id", "true_samples", "sample_rate" from "tracks" where "id" in (?);
select "listen_tracks"."track_id", "counted_plays"."played_at", "tracks"."true_samples", "tracks"."sample_rate", "listen_tracks"."duration_ms" from "counted_plays" inner join "listen_users" on "listen_users"."number" = "counted_plays"."listener" inner join "listen_tracks" on "listen_tracks"."number" = "counted_plays"."track" left join "tracks" on "tracks"."id" = "listen_tracks"."track_id" where "listen_users"."user_id" = ? and "counted_plays"."played_at" >= ? and "counted_plays"."played_at" <= ?;
select "name", "number" from "listen_clients" where "listener" = ? and "name" in (?);
select "number", "listens", "deleted_at" from "listen_users" where "user_id" = ?;
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?);
select "track_id", "genre_id" from "track_genres" where "track_id" in (?) order by "position";
select "track_id", "number" from "listen_tracks" where "track_id" in (?);
select * from "now_playing" where "user_id" = ?;
select coalesce(max("number"), 0) as "last" from "listen_clients" where "listener" = ?;
update "interested_artists" set "heard_at" = case when "heard_at" < ? then ? else "heard_at" end where "user_id" = ? and "artist_id" = ?;
update "interested_genres" set "heard_at" = case when "heard_at" < ? then ? else "heard_at" end where "user_id" = ? and "genre_id" = ?;
update "listen_users" set "listens" = "listens" + ? where "user_id" = ? returning "number", "listens";
update "tracks" set "play_count" = "play_count" + ? where "id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- app search2
select "albums"."id" from "albums" indexed by "albums_by_form" where "search_title" = ? order by "play_count" desc, "sort_title", "albums"."id" limit 500;
select "albums"."id" from "albums" indexed by "albums_by_form" where ("search_title" > ? and "search_title" < ?) order by "play_count" desc, "sort_title", "albums"."id" limit 500;
select "albums"."id" from json_each(?) cross join "albums" on search_id = value where instr("search_title", ?) > 0 and not ("search_title" >= ? and "search_title" < ?) order by (instr("search_title", ?) > 0 and (instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0)) desc, "play_count" desc, "sort_title", "albums"."id" limit 500;
select "artists"."id" from "artists" indexed by "artists_by_form" where "search_name" = ? order by "followers" desc, "sort_name", "artists"."id" limit 500;
select "artists"."id" from "artists" indexed by "artists_by_form" where ("search_name" > ? and "search_name" < ?) order by "followers" desc, "sort_name", "artists"."id" limit 500;
select "artists"."id" from json_each(?) cross join "artists" on search_id = value where instr("search_name", ?) > 0 and not ("search_name" >= ? and "search_name" < ?) order by (instr("search_name", ?) > 0 and (instr("search_name", ?) > 0 or instr("search_name", ?) > 0 or instr("search_name", ?) > 0 or instr("search_name", ?) > 0 or instr("search_name", ?) > 0 or instr("search_name", ?) > 0 or instr("search_name", ?) > 0 or instr("search_name", ?) > 0 or instr("search_name", ?) > 0 or instr("search_name", ?) > 0)) desc, "followers" desc, "sort_name", "artists"."id" limit 500;
select "id" from "tracks" where "id" in (?, …) and "available" = ?;
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."id" from "tracks" indexed by "tracks_by_form" where "search_title" = ? order by "play_count" desc, "sort_title", "tracks"."id" limit 500;
select "tracks"."id" from "tracks" indexed by "tracks_by_form" where ("search_title" > ? and "search_title" < ?) order by "play_count" desc, "sort_title", "tracks"."id" limit 500;
select "tracks"."id" from json_each(?) cross join "tracks" on search_id = value where instr("search_title", ?) > 0 and not ("search_title" >= ? and "search_title" < ?) order by (instr("search_title", ?) > 0 and (instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0 or instr("search_title", ?) > 0)) desc, "play_count" desc, "sort_title", "tracks"."id" limit 499;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?, …);
select count(*) as count from ( select 1 from "albums" indexed by "albums_by_form" where ("search_title" > ? and "search_title" < ?) limit 5000 );
select count(*) as count from ( select 1 from "artists" indexed by "artists_by_form" where ("search_name" > ? and "search_name" < ?) limit 5000 );
select count(*) as count from ( select 1 from "tracks" indexed by "tracks_by_form" where ("search_title" > ? and "search_title" < ?) limit 5000 );
select count(*) as count, json_group_array(id) as ids from (select distinct id from (select doc as id from "albums_terms" where term >= ? and term < ?) limit ?);
select count(*) as count, json_group_array(id) as ids from (select distinct id from (select doc as id from "artists_terms" where term >= ? and term < ?) limit ?);
select count(*) as count, json_group_array(id) as ids from (select distinct id from (select doc as id from "tracks_terms" where term >= ? and term < ?) limit ?);
select max(search_id) as last from "albums";
select max(search_id) as last from "artists";
select max(search_id) as last from "tracks";

-- app search3
select "album_genres"."album_id", "genres"."genre" from "album_genres" inner join "genres" on "genres"."id" = "album_genres"."genre_id" where "album_genres"."album_id" in (?, …) order by "album_genres"."tracks" desc, "genres"."folded_genre";
select "album_id" as id, rating from "album_ratings" where user_id = ? and "album_id" in (?, …);
select "album_id", "kept_at" from "kept_albums" where "user_id" = ? and "album_id" in (?, …);
select "album_id", count(*) as "count", sum(true_samples * 1.0 / sample_rate) as "seconds", max("disc_title") as "some_disc_title" from "tracks" where "album_id" in (?, …) and "available" = ? group by "album_id";
select "albums"."id" as id, "albums"."created_at" as "key0", "albums"."id" as "key1" from albums where ( select 1 from tracks where tracks.album_id = albums.id and tracks.available = 1 limit 1 ) is not null order by "albums"."created_at" asc, "albums"."id" asc limit 500 offset 0;
select "albums"."id", "albums"."title", "albums"."sort_title", "albums"."artist_id", "artists"."name" as "artist_name", "albums"."credit_names", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "albums"."record_labels", "albums"."release_types", "albums"."created_at", "albums"."play_count", "albums"."mbid", "albums"."compilation" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?, …);
select "artist_id" as id, rating from "artist_ratings" where user_id = ? and "artist_id" in (?, …);
select "artist_id", "followed_at" from "follows" where "user_id" = ? and "artist_id" in (?, …);
select "artist_id", count(*) as "count" from "album_artists" where "artist_id" in (?, …) and exists (select 1 from tracks where tracks.album_id = "album_artists"."album_id" and tracks.available = 1) group by "artist_id";
select "artist_id", count(*) as "count" from "albums" where "artist_id" in (?, …) and exists (select 1 from tracks where tracks.album_id = "albums"."id" and tracks.available = 1) group by "artist_id";
select "artists"."id" as id, "artists"."created_at" as "key0", "artists"."id" as "key1" from artists where (( select 1 from albums join tracks on tracks.album_id = albums.id and tracks.available = 1 where albums.artist_id = artists.id limit 1 ) is not null or ( select 1 from album_artists join tracks on tracks.album_id = album_artists.album_id and tracks.available = 1 where album_artists.artist_id = artists.id limit 1 ) is not null) order by "artists"."created_at" asc, "artists"."id" asc limit 500 offset 0;
select "artists"."id", "artists"."name", "artists"."sort_name", "artists"."mbid", "artists"."profile_path" from "artists" where "id" in (?, …);
select "id" from "artists" where "id" in (?, …) and exists (select 1 as "one" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."artist_id" = "artists"."id" and "tracks"."available" = ?);
select "track_artists"."artist_id", count(distinct tracks.album_id) as "count" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" inner join "albums" on "albums"."id" = "tracks"."album_id" where "track_artists"."artist_id" in (?, …) and "tracks"."available" = ? and "albums"."artist_id" != "track_artists"."artist_id" and not exists (select 1 as "one" from "album_artists" where "album_artists"."album_id" = "tracks"."album_id" and "album_artists"."artist_id" = "track_artists"."artist_id") group by "track_artists"."artist_id";
select "track_artists"."track_id", "track_artists"."position", "artists"."id", "artists"."name" from "track_artists" inner join "artists" on "artists"."id" = "track_artists"."artist_id" where "track_artists"."track_id" in (?, …);
select "track_genres"."track_id", "track_genres"."position", "genres"."genre" from "track_genres" inner join "genres" on "genres"."id" = "track_genres"."genre_id" where "track_genres"."track_id" in (?, …);
select "track_id" as id, rating from "track_ratings" where user_id = ? and "track_id" in (?, …);
select "track_id", "added_at" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?, …);
select "track_id", "counted_at" from "counted_tracks" where "user_id" = ? and "track_id" in (?, …);
select "track_id", "path", "size" from "files" where "track_id" in (?, …) and "missing" = ?;
select "tracks"."album_id", max("counted_tracks"."counted_at") as "counted_at" from "tracks" inner join "counted_tracks" on "counted_tracks"."track_id" = "tracks"."id" where "counted_tracks"."user_id" = ? and "tracks"."album_id" in (?, …) group by "tracks"."album_id";
select "tracks"."id" as id, "tracks"."added_at" as "key0", "tracks"."id" as "key1" from tracks where tracks.available = 1 order by "tracks"."added_at" asc, "tracks"."id" asc limit 500 offset 0;
select "tracks"."id", "tracks"."title", "tracks"."sort_title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."disc", "tracks"."number", "tracks"."codec", "tracks"."url", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."mbid", "tracks"."isrc", "tracks"."bpm", "tracks"."comment", "tracks"."moods", "tracks"."explicit", "tracks"."first_sample", "tracks"."added_at", "tracks"."play_count", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "albums"."title" as "album_title", "albums"."credit_names" as "album_credit_names", "albums"."artist_id" as "album_artist_id", "albums"."profile_path", "albums"."release_date", "albums"."original_date", "artists"."name" as "album_artist_name", "sound_analyses"."loudness", "sound_analyses"."peak" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "albums"."artist_id" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" in (?, …);
select * from "track_credits" where "track_id" in (?, …);

-- app setRating
delete from "album_ratings" where user_id = ? and "album_id" = ?;
insert into "album_ratings" (user_id, "album_id", rating, rated_at) values (?, …) on conflict (user_id, "album_id") do update set rating = excluded.rating, rated_at = excluded.rated_at where "album_ratings".rated_at <= excluded.rated_at and "album_ratings".rating <> excluded.rating or "album_ratings".rated_at < excluded.rated_at returning "album_id";
select "id" from "albums" where "id" in (?) order by "id";
select count(*) as count from "album_ratings" where user_id = ?;
update "users" set "created_at" = "created_at" where "id" = ?;

-- app star
insert into "follows" ("user_id", "artist_id", "followed_at") values (?, …) on conflict do nothing;
insert into "kept_albums" ("user_id", "album_id", "kept_at") values (?, …) on conflict do nothing returning "album_id";
insert into "playlist_tracks" ("playlist_id", "track_id", "position", "added_at", "copy") values (?, …);
select "id" from "albums" where "id" in (?);
select "id" from "artists" where "id" in (?);
select "id" from "tracks" where "id" in (?);
select "track_id" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?);
select "track_id", "copy" from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?);
select * from "playlists" where "id" = ? and "user_id" = ?; -- 2 times
select count(*) as "count" from "kept_albums" where "user_id" = ?;
select count(*) as "count" from "playlist_tracks" where "playlist_id" = ?;
select count(*) as "count" from "playlist_tracks" where "playlist_id" in (select "id" from "playlists" where "user_id" = ?);
select max(position) as last from ( select track_id, copy, position, 0 as is_forgotten from playlist_tracks where playlist_id = ? union all select track_id, copy, position, 1 as is_forgotten from forgotten_places where playlist_id = ?) as places;
update "playlists" set "version" = "version" + ?, "changed_at" = ? where "id" = ? returning *;
update "users" set "created_at" = "created_at" where "id" = ?;

-- app startScan
select "id" from "users" where "id" = ? and "administrator" = ? and "disabled_at" is null;

-- app unstar
delete from "playlist_tracks" where "playlist_id" = ? and "track_id" in (?);
select "id" from "tracks" where "id" in (?);
select * from "playlists" where "id" = ? and "user_id" = ?;
update "users" set "created_at" = "created_at" where "id" = ?;
