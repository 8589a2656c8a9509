interface LiveSettingRow {
  /** A name of the contract's `liveSettings`. */
  name: string
  value: string
}

export interface LiveSettingTables {
  live_settings: LiveSettingRow
}
