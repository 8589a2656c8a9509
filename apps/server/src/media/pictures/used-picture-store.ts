import type { Database } from '../../database/tables.ts'

/** The pictures that albums and artists use. */
export async function readUsedPictures(db: Database) {
  const columns = ['profile_path as picturePath', 'color', 'thumbhash'] as const
  return [
    ...(await db.selectFrom('albums').select(columns).where('profile_path', '<>', '').execute()),
    ...(await db.selectFrom('artists').select(columns).where('profile_path', '<>', '').execute()),
  ]
}
