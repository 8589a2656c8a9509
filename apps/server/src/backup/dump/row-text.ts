import type { Column, TableShape } from './table-shape.ts'

/**
 * A row is the text of a JSON array with one value per column: integers, texts and null as such, blobs in hexadecimal.
 * Both databases write it themselves, byte by byte the same, which is much faster than converting each value. Only
 * numbers with fractions are written here, since the databases round them differently.
 */
export type RowText = string

export type RowValue = string | number | Uint8Array | null

export const textColumns = ({ columns }: TableShape) => columns.filter(({ kind }) => kind !== 'real')
export const realColumns = ({ columns }: TableShape) => columns.filter(({ kind }) => kind === 'real')

/** @param text JSON array of the columns that the database has written */
export function appendReals(text: string, reals: readonly (number | null)[]): RowText {
  if (reals.length === 0) return text
  const last = reals.map(value => JSON.stringify(Number.isFinite(value ?? 0) ? value : String(value)))
  return `${text.slice(0, -1)},${last.join(',')}]`
}

/** The values of a row, as `node:sqlite` takes them. */
export function parseRow(text: RowText, columns: readonly Column[]): RowValue[] {
  const values = JSON.parse(text) as (string | number | null)[]
  return values.map((value, index) => {
    if (value === null) return value
    switch (columns[index]?.kind) {
      case 'blob':
        return Buffer.from(value as string, 'hex')
      case 'real':
        return Number(value)
      default:
        return value
    }
  })
}
