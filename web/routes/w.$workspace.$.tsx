import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../parts/page/not-found.tsx'

export const Route = createFileRoute('/w/$workspace/$')({ component: NotFound })
