export const uploadName = (id: string) => `${id}.jpg`

const NAME = /^([A-Za-z0-9_-]{22})\.jpg$/

/** The id in the name of an upload; undefined for other names. */
export function uploadId(name: string): string | undefined {
  return NAME.exec(name)?.[1]
}
