export function buildStalePages(): void
