import type { Migration } from '../../migration.ts'

const statements = [
  `alter table artists add column cover_album text not null default ''`,
  `update artists set cover_album = coalesce((
    select id from albums where artist_id = artists.id and profile_path <> ''
    order by play_count desc, released_at desc, id limit 1
  ), '') where profile_path = ''`,
  `update artists set
    profile_path = (select profile_path from albums where albums.id = artists.cover_album),
    color = (select color from albums where albums.id = artists.cover_album),
    thumbhash = (select thumbhash from albums where albums.id = artists.cover_album)
  where cover_album <> ''`,
  `update catalogue_version set version = version + 1 where exists (select 1 from artists where cover_album <> '')`,
]

/** Artists without a picture of their own show the cover of an album. */
export const artistCovers: Migration = {
  name: '011-artist-covers',
  sqlite: statements,
  postgres: statements,
}
