import { OperatorError } from '../settings.ts'

/** The storage could not do what was asked. Listeners get a 503; the message is for the operator. */
export class ObjectStorageError extends OperatorError {
  override name = 'ObjectStorageError'
}

/** The bucket does not exist or refuses the keys: trying again does not help. */
export class BucketRefusedError extends ObjectStorageError {
  override name = 'BucketRefusedError'
}
