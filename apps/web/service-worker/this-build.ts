/** Written in by the build. */
declare const BUILD: {
  /** Another one for each build. */
  readonly id: string
  /** Of the page, as subresource integrity writes it. */
  readonly integrity: string
  /** Addresses of the fingerprinted files that Home and the screens next to it are shown with. */
  readonly files: readonly string[]
  /** Those that the other screens need besides. */
  readonly rest: readonly string[]
}

export const thisBuild = BUILD
