import { fillLargeCatalogue } from '@refrain/server/database/migrations/catalogue/015-large-catalogue'
import { fillTrigrams } from '@refrain/server/database/migrations/catalogue/016-short-searches'
import { fillAlbumGenres } from '@refrain/server/database/migrations/catalogue/043-album-genres'

/** What triggers write for each row, for all rows at once. */
export const derivedRows: { readonly sqlite: readonly string[]; readonly postgres: readonly string[] } = {
  sqlite: [
    ...['artists', 'albums', 'tracks'].map(table => `update ${table} set search_id = rowid`),
    ...fillTrigrams,
    ...fillLargeCatalogue,
    fillAlbumGenres,
  ],
  postgres: [...fillLargeCatalogue, fillAlbumGenres],
}
