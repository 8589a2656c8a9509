import { randomBytes } from 'node:crypto'

const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[\da-f]{8}$/

export const isSnapshotId = (text: string) => ID.test(text)

/**
 * Ids sort by time: `20261123T065412345Z-3f2a9c01`.
 * @param at epoch milliseconds
 */
export function newSnapshotId(at: number): string {
  return `${new Date(at).toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`
}

/** Epoch milliseconds of a snapshot. */
export function snapshotTime(id: string): number {
  return Date.parse(id.replace(ID, '$1-$2-$3T$4:$5:$6.$7Z'))
}
