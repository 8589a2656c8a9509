interface SetUpRow {
  /** Always 1. */
  id: number
  /** SHA-256 of the code that the last start printed; '' if it printed none, null before the first start. */
  code_hash: string | null
  /** When it was done, or an account was created without it; 0 for an installation that is older; null while it is open. */
  done_at: number | null
  /** The folder that was chosen, or ''. */
  music: string
  /** 0 if the sample catalogue is not wanted. */
  sample: number
}

export interface SetUpTables {
  set_up: SetUpRow
}
