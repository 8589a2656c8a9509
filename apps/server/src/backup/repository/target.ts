/** Where backups are stored: a folder or a bucket. Names are paths with `/`. */
export interface BackupTarget {
  /** For messages; without credentials. */
  readonly label: string
  /** Names of all objects that start with `prefix`, in any order. */
  list(prefix: string): Promise<string[]>
  /** Whatever is there, but for what systems put there. @returns undefined if there is nothing */
  findOther(): Promise<string | undefined>
  /** @returns undefined if there is no such object */
  read(name: string): Promise<Buffer | undefined>
  /** Stores an object completely or not at all. It survives a power cut once this resolves. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Removes an object, if it exists. */
  remove(name: string): Promise<void>
  /** Removes what killed processes have left of objects, if it is older than `before` (epoch milliseconds). */
  removeUnfinished(before: number): Promise<void>
}
