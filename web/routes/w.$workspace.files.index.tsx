import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/w/$workspace/files/')({ component: () => null })
