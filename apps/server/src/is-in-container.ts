import { existsSync } from 'node:fs'

const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv']

/** Docker, Podman and systemd-nspawn, and Kubernetes leave these traces. */
export function isInContainer(): boolean {
  const { container, KUBERNETES_SERVICE_HOST } = process.env
  return Boolean(container || KUBERNETES_SERVICE_HOST) || CONTAINER_FILES.some(existsSync)
}
