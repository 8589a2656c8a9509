import type { Migration } from '../../migration.ts'

/** The links of tracks repeat what orders them, so that an index holds the order. */
const LINKS = { track_artists: 'artist_id', track_genres: 'genre_id' } as const
/** What the listings are ordered by. */
const LISTED = { artists: 'sort_name', albums: 'sort_title' } as const
/** Letters that a count stands for: see title-count-store.ts. */
const DEPTHS = [1, 3]
/** The counts in the lists of all records of a kind. */
const COUNTED = { tracks: 'play_count', albums: 'play_count', artists: 'followers' } as const

const entries = <Key extends string, Value>(record: Readonly<Record<Key, Value>>) =>
  Object.entries(record) as [Key, Value][]

/** What the triggers keep true, for the rows that exist. */
export const fillLargeCatalogue: readonly string[] = [
  ...entries(LINKS).map(
    ([links]) => `update ${links} set track_plays = tracks.play_count, track_title = tracks.sort_title
      from tracks where tracks.id = ${links}.track_id`,
  ),
  ...entries(LISTED).flatMap(([table, title]) =>
    DEPTHS.map(
      depth => `insert into title_counts (kind, depth, prefix, count)
        select '${table}', ${depth}, substr(${title}, 1, ${depth}), count(*) from ${table}
        group by substr(${title}, 1, ${depth})`,
    ),
  ),
]

const indexes = [
  'drop index track_artists_by_artist',
  ...entries(LINKS).map(
    ([links, owner]) =>
      `create index ${links}_by_plays on ${links} (${owner}, track_plays desc, track_title, track_id)`,
  ),
]

const columnsWith = (text: string) =>
  entries(LINKS).flatMap(([links]) => [
    `alter table ${links} add column track_plays integer not null default 0`,
    `alter table ${links} add column track_title ${text} not null default ''`,
  ])

const tablesWith = (text: string, instant: string, end: string) => [
  `create table title_counts (
    kind text not null, depth integer not null, prefix ${text} not null, count integer not null,
    primary key (kind, depth, prefix)
  )${end}`,
  `create table count_versions (
    kind text not null, shard integer not null, version ${instant} not null, primary key (kind, shard)
  )${end}`,
]

const sqliteTriggers = [
  ...entries(LINKS).flatMap(([links, owner]) => [
    `create trigger ${links}_ordered after insert on ${links} begin
      update ${links} set (track_plays, track_title) = (select play_count, sort_title from tracks where id = new.track_id)
      where track_id = new.track_id and ${owner} = new.${owner};
    end`,
    `create trigger ${links}_reordered after update of play_count, sort_title on tracks
    when new.play_count <> old.play_count or new.sort_title <> old.sort_title begin
      update ${links} set track_plays = new.play_count, track_title = new.sort_title where track_id = new.id;
    end`,
  ]),
  ...entries(LISTED).flatMap(([table, title]) => {
    const change = (row: 'new' | 'old', by: 1 | -1) =>
      DEPTHS.map(
        depth => `insert into title_counts (kind, depth, prefix, count)
        values ('${table}', ${depth}, substr(${row}.${title}, 1, ${depth}), ${by})
        on conflict (kind, depth, prefix) do update set count = count + ${by};`,
      ).join('\n')
    return [
      `create trigger ${table}_counted after insert on ${table} begin ${change('new', 1)} end`,
      `create trigger ${table}_uncounted after delete on ${table} begin ${change('old', -1)} end`,
      `create trigger ${table}_recounted after update of ${title} on ${table} when new.${title} <> old.${title} begin
        ${change('old', -1)} ${change('new', 1)}
      end`,
    ]
  }),
  ...entries(COUNTED).map(
    ([table, count]) => `create trigger ${table}_count_changed after update of ${count} on ${table} begin
      insert into count_versions (kind, shard, version) values ('${table}', 0, 1)
      on conflict (kind, shard) do update set version = version + 1;
    end`,
  ),
]

const postgresTriggers = [
  // The lock makes a play that is counted at the same time wait, or this one for it.
  `create function order_link() returns trigger language plpgsql as $$ begin
    select play_count, sort_title into new.track_plays, new.track_title from tracks where id = new.track_id for share;
    return new;
  end $$`,
  `create function reorder_links() returns trigger language plpgsql as $$ begin
    update track_artists set track_plays = new.play_count, track_title = new.sort_title where track_id = new.id;
    update track_genres set track_plays = new.play_count, track_title = new.sort_title where track_id = new.id;
    return null;
  end $$`,
  `create function count_title(of_kind text, title text, change integer) returns void language sql as $$
    insert into title_counts (kind, depth, prefix, count)
    values ${DEPTHS.map(depth => `(of_kind, ${depth}, substr(title, 1, ${depth}), change)`).join(', ')}
    on conflict (kind, depth, prefix) do update set count = title_counts.count + excluded.count
  $$`,
  // One row for each of sixteen groups of connections: plays do not wait for each other.
  `create function change_count_version() returns trigger language plpgsql as $$ begin
    insert into count_versions (kind, shard, version) values (tg_table_name, pg_backend_pid() % 16, 1)
    on conflict (kind, shard) do update set version = count_versions.version + 1;
    return null;
  end $$`,
  ...entries(LINKS).map(
    ([links]) =>
      `create trigger ${links}_ordered before insert on ${links} for each row execute function order_link()`,
  ),
  `create trigger links_reordered after update of play_count, sort_title on tracks for each row
    when (new.play_count <> old.play_count or new.sort_title <> old.sort_title) execute function reorder_links()`,
  ...entries(LISTED).flatMap(([table, title]) => [
    `create function count_${table}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then perform count_title('${table}', old.${title}, -1); end if;
      if tg_op <> 'DELETE' then perform count_title('${table}', new.${title}, 1); end if;
      return null;
    end $$`,
    `create trigger ${table}_counted after insert or delete or update of ${title} on ${table}
      for each row execute function count_${table}()`,
  ]),
  ...entries(COUNTED).map(
    ([table, count]) => `create trigger ${table}_count_changed after update of ${count} on ${table}
      for each statement execute function change_count_version()`,
  ),
]

/** Orders and counts that large catalogues need are stored, and triggers keep them true, whoever writes. */
export const largeCatalogue: Migration = {
  name: '015-large-catalogue',
  sqlite: [
    ...columnsWith('text'),
    ...tablesWith('text', 'integer', ' strict, without rowid'),
    ...sqliteTriggers,
    ...fillLargeCatalogue,
    ...indexes,
  ],
  postgres: [
    ...columnsWith('text collate "C"'),
    ...tablesWith('text collate "C"', 'bigint', ''),
    // Before the rows are read: creating them makes other processes, which may be older, wait with their changes.
    ...postgresTriggers,
    ...fillLargeCatalogue,
    ...indexes,
  ],
}
