import { OperatorError } from '../../settings.ts'

type ColumnKind = 'integer' | 'text' | 'blob' | 'real'

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
}

/** A table as both databases have it, whatever they call its types. */
export interface TableShape {
  readonly name: string
  /** In the order of the values in a row's text: see `inDumpOrder`. */
  readonly columns: readonly Column[]
}

/** A column as a database describes it. */
export interface FoundColumn {
  readonly table: string
  readonly name: string
  /** The database's name of the type. */
  readonly type: string
}

/** Table of the progress of a restore; only databases that are being restored have it. */
export const RESTORE_STATE = 'restore_state'

/** Tables that describe processes or the database itself, or are filled by triggers. */
const NOT_DUMPED = new Set([
  'leases',
  'presence',
  'rate_counts',
  'schema_steps',
  RESTORE_STATE,
  'album_formats',
  'album_genres',
  'title_counts',
  'count_versions',
])

/** Columns that triggers fill. */
const DERIVED_COLUMNS = new Set([
  'search_id',
  'track_plays',
  'track_title',
  'track_added',
  'track_released',
  'track_length',
  'released',
  'length_ms',
])

const KINDS: Readonly<Record<string, ColumnKind>> = {
  integer: 'integer',
  bigint: 'integer',
  text: 'text',
  blob: 'blob',
  bytea: 'blob',
  real: 'real',
  'double precision': 'real',
}

/**
 * Shapes of the tables to dump.
 * @param references pairs of a table and a table that it refers to
 * @returns referenced tables first
 * @throws OperatorError if a type or a cycle of references cannot be dumped
 */
export function toShapes(
  found: readonly FoundColumn[],
  references: readonly (readonly [string, string])[],
): TableShape[] {
  const tables = new Map<string, Column[]>()
  for (const { table, name, type } of found) {
    if (NOT_DUMPED.has(table) || DERIVED_COLUMNS.has(name)) continue
    const kind = KINDS[type.toLowerCase()]
    if (!kind)
      throw new OperatorError(`The column ${table}.${name} has the type ${type}, which backups lack.`)
    tables.set(table, [...(tables.get(table) ?? []), { name, kind }])
  }
  const shapes = [...tables]
    .map(([name, columns]) => ({ name, columns: inDumpOrder(columns) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return parentsFirst(shapes, references)
}

/** By name, but numbers with fractions last: the databases write all others alike. */
function inDumpOrder(columns: readonly Column[]): Column[] {
  const rank = ({ name, kind }: Column) => `${kind === 'real' ? 1 : 0} ${name}`
  return columns.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

function parentsFirst(
  shapes: readonly TableShape[],
  references: readonly (readonly [string, string])[],
): TableShape[] {
  const sorted: TableShape[] = []
  const isReady = ({ name }: TableShape) =>
    references.every(
      ([from, to]) => from !== name || to === name || sorted.some(({ name: done }) => done === to),
    )
  for (let left = [...shapes]; left.length > 0; ) {
    const ready = left.filter(isReady)
    if (ready.length === 0) throw new OperatorError('Tables refer to each other in a cycle: no backup.')
    sorted.push(...ready)
    left = left.filter(shape => !ready.includes(shape))
  }
  return sorted
}

/** Whether a row of one table fits the other. */
export function isSameShape(a: TableShape | undefined, b: TableShape | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
