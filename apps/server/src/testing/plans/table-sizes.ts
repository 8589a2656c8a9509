/** Tables that stay small however large the catalogue is and however many listeners there are. All others are large. */
const SMALL: readonly string[] = [
  'catalogue_version',
  'collection_mounts',
  'collection_roots',
  // Thousands at most.
  'genres',
  'import_problems',
  'import_runs',
  'import_status',
  'invitations',
  'jobs',
  'leases',
  'live_settings',
  // The newest, of a fixed number.
  'log_entries',
  'music_folders',
  'watched_folders',
  'schema_steps',
  'secrets',
  'service_keys',
  'set_up',
  // Of one to three letters.
  'title_counts',
]

export const isLarge = (table: string) => !SMALL.includes(table)
