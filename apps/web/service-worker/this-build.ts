/** Defined by service-worker-file.ts. */
declare const BUILD: {
  /** Unique per build. */
  readonly id: string
  /** Of the shell page, in the syntax of subresource integrity. */
  readonly integrity: string
  /** Paths of the fingerprinted files that Home and the screens it links to need. */
  readonly files: readonly string[]
  /** Those that only other screens need. */
  readonly rest: readonly string[]
}

export const thisBuild = BUILD
