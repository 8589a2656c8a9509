import { OperatorError } from '../settings.ts'

/** The storage could not do what was asked. Listeners get a 503; the message is for the operator. */
export class ObjectStorageError extends OperatorError {
  override name = 'ObjectStorageError'
}
