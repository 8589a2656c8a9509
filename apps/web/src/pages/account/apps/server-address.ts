import { backend } from '../../../api/backend.ts'

/** The address that apps connect to. */
export const serverAddress = () => backend || location.origin
