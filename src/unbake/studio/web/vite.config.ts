import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** The built client lies beside the server's code, from where the wheel takes it. */
export default defineConfig({
  plugins: [react()],
  base: "./",
  build: {
    outDir: "../built",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 2000,
    // The libraries inside ask that their licences come with them.
    license: { fileName: "licences.md" },
  },
  // The files of a worker share its modules; to load them anew for every file takes longer than all the tests.
  test: { isolate: false },
});
