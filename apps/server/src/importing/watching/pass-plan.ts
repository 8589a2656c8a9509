import { dirname } from 'node:path'

/** When folders that changed are imported. All times are milliseconds of one clock that never goes back. */
export interface PlanTimes {
  /** How long a folder must be quiet after something was added to it, so that an album that is copied appears once and complete. */
  readonly quietMs: number
  /** The longest that a folder waits which is never quiet. */
  readonly latestMs: number
  /** The pause after something was removed, which may be on its way to another folder. */
  readonly removedMs: number
  /** The same after known files changed, as tag editors write one after the other. */
  readonly changeMs: number
  /** The longest that changes of known files wait for each other. */
  readonly latestChangeMs: number
}

export const PLAN_TIMES: PlanTimes = {
  ...{ quietMs: 10_000, latestMs: 300_000 },
  ...{ removedMs: 2_000, changeMs: 100, latestChangeMs: 2_000 },
}

export type ChangeKind = 'new' | 'changed' | 'removed'

/** Folders that wait at most; what changes in further ones waits as one. */
const MAX_FOLDERS = 1_000

interface Waiting {
  readonly since: number
  readonly due: number
}

/** Which folders have changed and wait for an import. */
export class PassPlan {
  readonly #times: PlanTimes
  readonly #waiting = new Map<string, Waiting>()

  constructor(times: PlanTimes = PLAN_TIMES) {
    this.#times = times
  }

  note(kind: ChangeKind, folder: string, now: number): void {
    const { quietMs, latestMs, removedMs, changeMs, latestChangeMs } = this.#times
    const isChange = kind === 'changed'
    const pauseMs = isChange ? changeMs : kind === 'new' ? quietMs : removedMs
    const wanted = `${isChange ? 'changed' : 'new'} ${folder}`
    const isKnown = this.#waiting.has(wanted) || this.#waiting.size < MAX_FOLDERS
    const key = isKnown ? wanted : isChange ? 'changed' : 'new'
    const above = isChange ? undefined : this.#takeAbove(folder)
    const { since, due } = this.#waiting.get(key) ?? above ?? { since: now, due: 0 }
    const latest = since + (isChange ? latestChangeMs : latestMs)
    this.#waiting.set(key, { since, due: Math.min(latest, Math.max(due, now + pauseMs)) })
  }

  /** A folder that was made above this one, and has nothing else in it, waits with it. */
  #takeAbove(folder: string): Waiting | undefined {
    const key = `new ${dirname(folder)}`
    const above = this.#waiting.get(key)
    if (folder !== dirname(folder)) this.#waiting.delete(key)
    return above
  }

  /** When the next import is due; Infinity if nothing has changed. */
  get dueAt(): number {
    let due = Number.POSITIVE_INFINITY
    for (const one of this.#waiting.values()) due = Math.min(due, one.due)
    return due
  }

  /** Folders that wait. */
  get size(): number {
    return this.#waiting.size
  }

  /** An import begins: it covers what is due. */
  begin(now: number): void {
    for (const [key, { due }] of this.#waiting) if (due <= now) this.#waiting.delete(key)
  }
}

/** The longest pause between two imports of a collection that takes minutes to walk. */
const LONGEST_REST_MS = 240_000
/** An import up to this long needs no rest. */
const QUICK_MS = 2_000
const REST_FACTOR = 4

/** Imports that follow each other sooner than this are a row. */
const ROW_MS = 60_000
/** Imports without a quiet minute between them. */
export class ImportRow {
  #endedAt = Number.NEGATIVE_INFINITY
  #count = 0

  /** @returns how many there are with one that has ended */
  count(started: number, ended: number): number {
    this.#count = started - this.#endedAt < ROW_MS ? this.#count + 1 : 1
    this.#endedAt = ended
    return this.#count
  }
}

/** So many imports in a row need no rest if they are quick. Each one after them adds as much again, up to the longest. */
const FREE_IN_ROW = 2
const REST_IN_ROW_MS = 2_000
const LONGEST_REST_IN_ROW_MS = 20_000

/**
 * How long to rest after an import, so that changes that never end do not keep a processor busy.
 * @param inRow how many imports there were without a quiet minute between them, with this one
 */
export function restAfter(tookMs: number, inRow: number): number {
  const ofRow = Math.min(LONGEST_REST_IN_ROW_MS, REST_IN_ROW_MS * Math.max(0, inRow - FREE_IN_ROW))
  const ofLong = Math.min(LONGEST_REST_MS, REST_FACTOR * Math.max(0, tookMs - QUICK_MS))
  return Math.max(ofRow, ofLong)
}
