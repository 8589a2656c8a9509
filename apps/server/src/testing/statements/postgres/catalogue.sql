-- fetchAlbum
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" = ?;
select "id" from "tracks" where "album_id" = ? order by "disc", "number", "file_order", "sort_title", "id";

-- fetchAlbumTracks
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."album_id" = ? order by "tracks"."disc", "tracks"."number", "tracks"."file_order", "tracks"."sort_title", "tracks"."id" limit 1000;

-- fetchAllAlbums
select "album_id", string_agg(id, ' ' order by disc, number, file_order, sort_title, id) as "ids" from "tracks" where "album_id" in (?, …) group by "album_id";
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name", "albums"."sort_title" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" order by "albums"."sort_title", "albums"."id" limit 200;
select sum("version") as "version" from "count_versions" where "kind" = ?;

-- fetchAllArtists
select "id", "name", "profile_path", "followers", "color", "thumbhash", "sort_name" from "artists" order by "sort_name", "id" limit 200;
select sum("version") as "version" from "count_versions" where "kind" = ?; -- 2 times

-- fetchAllGenres
select "id", "genre", "color", "bg_color" from "genres" order by "position", "folded_genre" limit 50000;

-- fetchAllTracks
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash", "tracks"."sort_title" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" order by "tracks"."sort_title", "tracks"."id" limit 200;
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash", "tracks"."sort_title" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where ("tracks"."sort_title", "tracks"."id") > (?, …) order by "tracks"."sort_title", "tracks"."id" limit 200; -- 2 times
select sum("version") as "version" from "count_versions" where "kind" = ?;

-- fetchArtist
select "id", "name", "profile_path", "followers", "color", "thumbhash" from "artists" where "id" = ?;

-- fetchArtistAlbums
select "album_id", string_agg(id, ' ' order by disc, number, file_order, sort_title, id) as "ids" from "tracks" where "album_id" in (?, …) group by "album_id";
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."artist_id" = ? order by "albums"."released_at" desc, "albums"."id" limit 1000;
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (select "album_id" from "album_artists" where "artist_id" = ?) order by "albums"."released_at" desc, "albums"."id" limit 1000;

-- fetchArtistAppearances
select "album_id", string_agg(id, ' ' order by disc, number, file_order, sort_title, id) as "ids" from "tracks" where "album_id" in (?, …) group by "album_id";
select "albums"."id", "albums"."released_at" from "albums" where "albums"."artist_id" != ? and "albums"."id" not in (select "album_id" from "album_artists" where "artist_id" = ?) and "albums"."id" in (select "tracks"."album_id" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."artist_id" = ? and "tracks"."available" = ?) order by "albums"."released_at" desc, "albums"."id" limit 500;
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (?, …);

-- fetchArtistCredits
select "id", "name", "profile_path", "followers", "color", "thumbhash" from "artists" where "id" = ?;
select distinct "track_credits"."role", "albums"."id", "albums"."released_at" from "track_credits" inner join "tracks" on "tracks"."id" = "track_credits"."track_id" inner join "albums" on "albums"."id" = "tracks"."album_id" where "track_credits"."person_id" = ? and "tracks"."available" = ? and "albums"."artist_id" != ? and "albums"."id" not in (select "album_id" from "album_artists" where "artist_id" = ?) order by "albums"."released_at" desc, "albums"."id" limit 1000;

-- fetchArtistTracks
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …);
select track_id as id, track_plays as plays, track_title as title from "track_artists" where "artist_id" = ? order by track_plays desc, track_title, track_id limit 1000;

-- fetchGenre
select "id", "genre", "color", "bg_color" from "genres" where "id" = ?;

-- fetchGenreTracks
select "id" from "genres" where "folded_genre" = ?;
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …);
select track_id as id, track_plays as plays, track_title as title from "track_genres" where "genre_id" = ? order by track_plays desc, track_title, track_id limit 1000;

-- fetchImportStatus
select "sample", "done", "total", "folders", "problem", "removals", "ended_at", "leases"."name" as "lease" from "import_status" left join "leases" on "leases"."name" = ? and "leases"."expires_at" > (extract(epoch from clock_timestamp()) * 1000)::bigint where "id" = ?;
select count(*) as "count" from "tracks";

-- fetchMoreAlbums
select "album_id", string_agg(id, ' ' order by disc, number, file_order, sort_title, id) as "ids" from "tracks" where "album_id" in (?, …) group by "album_id";
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" where "albums"."id" in (select "skipped"."id" from "albums" as "skipped" where "skipped"."sort_title" >= ? order by "skipped"."sort_title", "skipped"."id" limit 20 offset ?) order by "albums"."sort_title", "albums"."id";
with letters as ( select prefix, count, sum(count) over (order by prefix) - count as skipped, lead(prefix, 1, '􏿿􏿿􏿿􏿿') over (order by prefix) as next from title_counts where kind = 'albums' and depth = 1 ), beginnings as ( select title_counts.prefix, title_counts.count, skipped + sum(title_counts.count) over (order by title_counts.prefix) - title_counts.count as skipped from letters cross join title_counts where cast(? as integer) between "skipped" and "skipped" + "letters"."count" - 1 and kind = 'albums' and depth = 3 and title_counts.prefix >= letters.prefix and title_counts.prefix < next ) select total, prefix, skipped from (select sum(count) as total from letters) as listing left join beginnings on cast(? as integer) between "skipped" and "skipped" + "beginnings"."count" - 1;

-- fetchMoreArtistTracks
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …);
select track_id as id, track_plays as plays, track_title as title from "track_artists" where "artist_id" = ? order by track_plays desc, track_title, track_id limit 50;

-- fetchMoreArtists
select "id", "name", "profile_path", "followers", "color", "thumbhash" from "artists" where "sort_name" >= ? order by "sort_name", "id" limit 20 offset ?;
with letters as ( select prefix, count, sum(count) over (order by prefix) - count as skipped, lead(prefix, 1, '􏿿􏿿􏿿􏿿') over (order by prefix) as next from title_counts where kind = 'artists' and depth = 1 ), beginnings as ( select title_counts.prefix, title_counts.count, skipped + sum(title_counts.count) over (order by title_counts.prefix) - title_counts.count as skipped from letters cross join title_counts where cast(? as integer) between "skipped" and "skipped" + "letters"."count" - 1 and kind = 'artists' and depth = 3 and title_counts.prefix >= letters.prefix and title_counts.prefix < next ) select total, prefix, skipped from (select sum(count) as total from letters) as listing left join beginnings on cast(? as integer) between "skipped" and "skipped" + "beginnings"."count" - 1;

-- fetchMoreGenreTracks
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …);
select track_id as id, track_plays as plays, track_title as title from "track_genres" where "genre_id" = ? order by track_plays desc, track_title, track_id limit 50;

-- fetchPopularAlbums
select "album_id", string_agg(id, ' ' order by disc, number, file_order, sort_title, id) as "ids" from "tracks" where "album_id" in (?, …) group by "album_id";
select "albums"."id", "albums"."title", "albums"."artist_id", "albums"."credit_names", "albums"."profile_path", "albums"."released_at", "albums"."release_date", "albums"."original_date", "albums"."play_count", "albums"."color", "albums"."thumbhash", "artists"."name" as "artist_name" from "albums" inner join "artists" on "artists"."id" = "albums"."artist_id" order by "albums"."play_count" desc, "albums"."sort_title", "albums"."id" limit 20;

-- fetchPopularArtists
select "id", "name", "profile_path", "followers", "color", "thumbhash" from "artists" order by "followers" desc, "sort_name", "id" limit 20;

-- fetchSimilarTracks
select "genre_id" as "id" from "track_genres" where "track_id" in (?) group by "genre_id" order by count(*) desc, "genre_id" limit 3;
select "track_artists"."track_id" as "trackId", "track_artists"."artist_id" as "id", "tracks"."artist_id" as "mainId" from "track_artists" inner join "tracks" on "tracks"."id" = "track_artists"."track_id" where "track_artists"."track_id" in (?);
select "tracks"."id", "albums"."released_at" as "releasedAt" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …) and (albums.release_date <> '' or albums.original_date <> '');
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …);
select track_artists.track_id as id from track_artists join tracks on tracks.id = track_artists.track_id where track_artists.artist_id = ? and tracks.available = 1 order by track_artists.track_plays desc, track_artists.track_title, track_artists.track_id limit 100;
select track_genres.genre_id as id from ( select track_id from track_artists where artist_id = ? order by track_plays desc, track_title, track_id limit 1000 ) as own join track_genres on track_genres.track_id = own.track_id group by track_genres.genre_id order by count(*) desc, id limit 3;
select track_genres.track_id as id from track_genres join tracks on tracks.id = track_genres.track_id where track_genres.genre_id = ? and tracks.available = 1 and tracks.artist_id <> ? order by track_genres.track_plays desc, track_genres.track_title, track_genres.track_id limit 100;

-- fetchTrack
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" = ?;

-- fetchTrackCredits
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" = ?;
select * from "track_credits" where "track_id" in (?);

-- fetchTrackDetails
select "id" from "tracks" where "album_id" = ? order by "disc", "number", "file_order", "sort_title", "id";
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash", "albums"."artist_id" as "album_artist_id", "albums"."credit_names" as "album_credit_names", "albums"."released_at" as "album_released_at", "albums"."release_date" as "album_release_date", "albums"."original_date" as "album_original_date", "albums"."play_count" as "album_play_count", "credited"."name" as "album_artist_name", "artists"."name" as "artist_name", "artists"."profile_path" as "artist_profile_path", "artists"."followers" as "artist_followers", "artists"."color" as "artist_color", "artists"."thumbhash" as "artist_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" inner join "artists" on "artists"."id" = "tracks"."artist_id" inner join "artists" as "credited" on "credited"."id" = "albums"."artist_id" where "tracks"."id" = ?;

-- fetchTracks
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."album_id" = ? order by "tracks"."disc", "tracks"."number", "tracks"."file_order", "tracks"."sort_title", "tracks"."id" limit 1000;

-- fetchTracksByIds
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?, …);

-- fetchTracksOfAlbums
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."album_id" in (?, …) order by "tracks"."album_id", "tracks"."disc", "tracks"."number", "tracks"."file_order", "tracks"."sort_title", "tracks"."id" limit ?;

-- searchCatalogue
select "albums"."id" from "albums" where "search_title" = ? order by "play_count" desc, "sort_title", "albums"."id" limit 50;
select "albums"."id" from "albums" where ("search_title" > ? and "search_title" < ?) order by "play_count" desc, "sort_title", "albums"."id" limit 50;
select "artists"."id" from "artists" where "search_name" = ? order by "followers" desc, "sort_name", "artists"."id" limit 50;
select "artists"."id" from "artists" where ("search_name" > ? and "search_name" < ?) order by "followers" desc, "sort_name", "artists"."id" limit 50;
select "id", "genre", "color", "bg_color" from "genres" order by "position", "folded_genre" limit 50000;
select "tracks"."id" from "tracks" where "search_title" = ? order by "play_count" desc, "sort_title", "tracks"."id" limit 100;
select "tracks"."id" from "tracks" where ("search_title" > ? and "search_title" < ?) order by "play_count" desc, "sort_title", "tracks"."id" limit 99;
select "tracks"."id", "tracks"."title", "tracks"."album_id", "tracks"."artist_id", "tracks"."credit", "tracks"."credit_names", "tracks"."url", "tracks"."genre", "tracks"."true_samples", "tracks"."sample_rate", "tracks"."added_at", "tracks"."play_count", "tracks"."disc", "tracks"."disc_title", "tracks"."number", "tracks"."available", "albums"."title" as "album_title", "albums"."profile_path" as "album_profile_path", "albums"."color" as "album_color", "albums"."thumbhash" as "album_thumbhash" from "tracks" inner join "albums" on "albums"."id" = "tracks"."album_id" where "tracks"."id" in (?);
select id from ( select id, "search_name", "followers", "sort_name" from "artists" order by "followers" desc, "sort_name", id limit 10000 ) as popular where "search_name" like ? and not ("search_name" >= ? and "search_name" < ?) order by "followers" desc, "sort_name", id limit 50;
select id from ( select id, "search_title", "play_count", "sort_title" from "albums" order by "play_count" desc, "sort_title", id limit 10000 ) as popular where "search_title" like ? and not ("search_title" >= ? and "search_title" < ?) order by "play_count" desc, "sort_title", id limit 50;
select id from ( select id, "search_title", "play_count", "sort_title" from "tracks" order by "play_count" desc, "sort_title", id limit 10000 ) as popular where "search_title" like ? and not ("search_title" >= ? and "search_title" < ?) order by "play_count" desc, "sort_title", id limit 99;
with found as materialized ( select id, "search_name", "followers", "sort_name" from "artists" where "search_name" like ? and not ("search_name" >= ? and "search_name" < ?) ) select id from found order by ("search_name" like ? or "search_name" like ? or "search_name" like ? or "search_name" like ? or "search_name" like ? or "search_name" like ? or "search_name" like ? or "search_name" like ? or "search_name" like ? or "search_name" like ?) desc, "followers" desc, "sort_name", id limit 50;
with found as materialized ( select id, "search_title", "play_count", "sort_title" from "albums" where "search_title" like ? and not ("search_title" >= ? and "search_title" < ?) ) select id from found order by ("search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ?) desc, "play_count" desc, "sort_title", id limit 50;
with found as materialized ( select id, "search_title", "play_count", "sort_title" from "tracks" where "search_title" like ? and not ("search_title" >= ? and "search_title" < ?) ) select id from found order by ("search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ? or "search_title" like ?) desc, "play_count" desc, "sort_title", id limit 99;
