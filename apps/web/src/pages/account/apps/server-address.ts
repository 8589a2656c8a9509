import { backend } from '../../../api/backend.ts'
import { absoluteUrl, prefix } from '../../../prefix.ts'

/** The address that apps connect to. */
export const serverAddress = () => (backend === prefix ? absoluteUrl('') : backend)
