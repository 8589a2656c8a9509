/** Written in by the build. */
declare const BUILD: {
  /** Another one for each build. */
  readonly id: string
  /** Of the page, as subresource integrity writes it. */
  readonly integrity: string
  /** Addresses of the fingerprinted files that every screen can be shown with. */
  readonly files: readonly string[]
}

export const thisBuild = BUILD
