-- fetchChapters
select "chapters"."body" from "tracks" left join "chapters" on "chapters"."track_id" = "tracks"."id" where "tracks"."id" = ?;

-- fetchLyrics
select "lyrics"."synced", "lyrics"."body" from "tracks" left join "lyrics" on "lyrics"."track_id" = "tracks"."id" where "tracks"."id" = ?;

-- fetchStreamIndex
select "tracks"."id", "tracks"."album_id", "tracks"."url", "tracks"."codec", "tracks"."sample_rate", "tracks"."channels", "tracks"."bit_depth", "tracks"."true_samples", "tracks"."priming_samples", "tracks"."first_sample", "tracks"."track_gain", "tracks"."album_gain", "tracks"."track_peak", "tracks"."album_peak", "files"."path", "files"."root" from "tracks" inner join "files" on "files"."track_id" = "tracks"."id" where "tracks"."id" = ? and "files"."missing" = ? order by "files"."path" limit ?;

-- fetchWaveform
select "sound_analyses"."waveform" from "tracks" left join "sound_analyses" on "sound_analyses"."track_id" = "tracks"."id" where "tracks"."id" = ?;

-- uploadPlaylistPicPath
delete from "upload_targets" where "token_hash" = ?;
select "id" from "playlists" where "id" = ? and "user_id" = ? and "kind" = ?;

-- uploadPlaylistPicture
delete from "upload_targets" where "token_hash" = ?;
insert into "uploads" ("id", "user_id", "playlist_id", "bytes", "color", "thumbhash", "kept_at") values (?, …);
select "playlists"."id" from "upload_targets" inner join "playlists" on "playlists"."id" = "upload_targets"."playlist_id" where "upload_targets"."token_hash" = ? and "upload_targets"."until" > ? and "playlists"."user_id" = ?;
select sum("bytes") as "bytes" from "uploads" where "user_id" = ?; -- 2 times

-- uploadUserPicPath
delete from "upload_targets" where "token_hash" = ?;

-- uploadUserPicture
delete from "upload_targets" where "token_hash" = ?;
insert into "uploads" ("id", "user_id", "playlist_id", "bytes", "color", "thumbhash", "kept_at") values (?, …);
select "playlists"."id" from "upload_targets" inner join "playlists" on "playlists"."id" = "upload_targets"."playlist_id" where "upload_targets"."token_hash" = ? and "upload_targets"."until" > ? and "playlists"."user_id" = ?;
select sum("bytes") as "bytes" from "uploads" where "user_id" = ?; -- 2 times
