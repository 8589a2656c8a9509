const PLACE = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w./-]*))?$/

export interface BucketPlace {
  readonly bucket: string
  /** Start of all names: '', or with a slash at the end. */
  readonly prefix: string
}

/** @returns undefined unless it is `s3://bucket` or `s3://bucket/prefix` */
export function parseBucketPlace(place: string): BucketPlace | undefined {
  const [, bucket, path = ''] = PLACE.exec(place) ?? []
  if (bucket === undefined || path.includes('//') || path.startsWith('/')) return undefined
  const prefix = path.replace(/\/$/, '')
  return { bucket, prefix: prefix && `${prefix}/` }
}
