import type { Database } from '../../database/tables.ts'

/**
 * The pictures that albums and artists use, and those of the collection behind uploaded ones. In one statement: a picture
 * may move from one table to another meanwhile.
 */
export function readUsedPictures(db: Database) {
  const columns = ['profile_path as picturePath', 'color', 'thumbhash'] as const
  return db
    .selectFrom('albums')
    .select(columns)
    .where('profile_path', '<>', '')
    .unionAll(db.selectFrom('artists').select(columns).where('profile_path', '<>', ''))
    .unionAll(
      db
        .selectFrom('catalogue_pictures')
        .select(['own_path as picturePath', 'own_color as color', 'own_thumbhash as thumbhash'])
        .where('own_path', '<>', ''),
    )
    .execute()
}
