export type Value = string | number | Uint8Array | null

/** All rows of one table, in the order of `columns`. They may be read once. */
export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly Value[]>
}
