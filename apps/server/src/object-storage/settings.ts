/** How to reach an S3-compatible service. */
export interface ObjectStorageSettings {
  /** Address of the service, without the bucket. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}
