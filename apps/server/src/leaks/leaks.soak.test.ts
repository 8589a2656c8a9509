import { describe } from 'vitest'
import { walkLeaks } from './testing/walk-leaks.ts'

describe.skipIf(process.platform !== 'linux')('leaks', () => walkLeaks({ times: 300, imports: 20 }))
