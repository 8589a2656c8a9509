import { foldForSearch } from '@refrain/contract/fold-for-search'
import { sql } from 'kysely'
import type { Migration } from '../../migration.ts'
import type { Transaction } from '../../tables.ts'

/** What a search looks through, and what its matches are ordered by. */
const searched = [
  { table: 'artists', shown: 'name', form: 'search_name', popularity: 'followers', name: 'sort_name' },
  { table: 'albums', shown: 'title', form: 'search_title', popularity: 'play_count', name: 'sort_title' },
  { table: 'tracks', shown: 'title', form: 'search_title', popularity: 'play_count', name: 'sort_title' },
] as const
type Searched = (typeof searched)[number]

const genres = [
  'alter table genres add column position integer not null default 0',
  `update genres set position =
    (select count(*) from genres as before where before.folded_genre <= genres.folded_genre)`,
  'create index genres_by_position on genres (position, folded_genre)',
]

/** Both hold all that ranks a match, so that no table is read for it. */
const byFormAndByPopularity = ({ table, form, popularity, name }: Searched) => [
  `create index ${table}_by_form on ${table} (${form}, ${popularity} desc, ${name}, id)`,
  `create index ${table}_by_popularity on ${table} (${popularity} desc, ${name}, id, ${form})`,
]
// Each is the beginning of an index by popularity.
const outdated = ['drop index artists_by_followers', 'drop index albums_by_plays']

export const search: Migration = {
  name: '002-search',
  sqlite: [
    ...genres,
    ...outdated,
    ...searched.flatMap(each => [
      `alter table ${each.table} add column ${each.form} text not null default ''`,
      ...byFormAndByPopularity(each),
      ...indexTrigrams(each),
    ]),
  ],
  postgres: [
    ...genres,
    ...outdated,
    'create extension if not exists pg_trgm',
    ...searched.flatMap(each => [
      `alter table ${each.table} add column ${each.form} text collate "C" not null default ''`,
      ...byFormAndByPopularity(each),
      `create index ${each.table}_by_trigrams on ${each.table} using gin (${each.form} gin_trgm_ops)`,
    ]),
  ],
  async fill(tx) {
    for (const { table, shown, form } of searched) await fillForms(tx, table, shown, form)
  },
}

/**
 * An index of trigrams that triggers keep true, whoever writes. Its rows go by a number of our own: a
 * table's hidden row numbers may change when the operator compacts the file.
 */
function indexTrigrams({ table, form }: Searched): string[] {
  const trigrams = `${table}_trigrams`
  return [
    `alter table ${table} add column search_id integer`,
    `update ${table} set search_id = rowid`,
    `create unique index ${table}_by_search_id on ${table} (search_id)`,
    `create virtual table ${trigrams} using fts5 (
      form, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
    )`,
    `create trigger ${table}_added after insert on ${table} begin
      update ${table} set search_id = (select coalesce(max(search_id), 0) + 1 from ${table}) where id = new.id;
      insert into ${trigrams} (rowid, form) select search_id, ${form} from ${table} where id = new.id;
    end`,
    `create trigger ${table}_renamed after update of ${form} on ${table} when new.${form} <> old.${form} begin
      insert or replace into ${trigrams} (rowid, form) values (new.search_id, new.${form});
    end`,
    `create trigger ${table}_removed after delete on ${table} begin
      delete from ${trigrams} where rowid = old.search_id;
    end`,
  ]
}

const SLICE = 500

async function fillForms(tx: Transaction, table: string, shown: string, form: string): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; shown: string }>`
      select id, ${sql.ref(shown)} as shown from ${sql.table(table)}
      where id > ${last} order by id limit ${sql.lit(SLICE)}`.execute(tx)
    if (rows.length === 0) return
    const forms = rows.map(row => sql`(${row.id}, ${foldForSearch(row.shown)})`)
    await sql`
      update ${sql.table(table)} set ${sql.ref(form)} = given.column2
      from (values ${sql.join(forms)}) as given where ${sql.table(table)}.id = given.column1`.execute(tx)
    last = rows.at(-1)?.id ?? ''
  }
}
