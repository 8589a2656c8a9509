import { sql } from 'kysely'
import type { Dialect } from '../../database/open.ts'
import type { Searched } from './candidate-store.ts'

/** The folded column that is searched, and the order of equally good matches. */
export const SEARCH_COLUMNS = {
  tracks: { form: sql.ref('search_title'), popularity: sql.ref('play_count'), name: sql.ref('sort_title') },
  artists: { form: sql.ref('search_name'), popularity: sql.ref('followers'), name: sql.ref('sort_name') },
  albums: { form: sql.ref('search_title'), popularity: sql.ref('play_count'), name: sql.ref('sort_title') },
} as const

export interface Search {
  readonly dialect: Dialect
  readonly table: Searched
  /** Folded, not empty. */
  readonly query: string
  readonly most: number
}

/** Characters that precede a word. */
export const WORD_SEPARATORS = [' ', '(', '[', '"', "'", '-', '/', '.', '¿', '¡']
