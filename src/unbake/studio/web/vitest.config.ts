import { defineConfig, mergeConfig } from "vitest/config";
import build from "./vite.config";

/** The files of a worker share its modules; to load them anew for every file takes longer than all the tests. */
export default mergeConfig(build, defineConfig({ test: { isolate: false, setupFiles: "tests/restore.ts" } }));
