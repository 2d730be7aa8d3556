-- Settings the app makes for itself, and what each household used last.

CREATE TABLE "setting" (
    "name" TEXT PRIMARY KEY,
    "value" TEXT NOT NULL
);

CREATE TABLE "household" (
    "id" TEXT PRIMARY KEY,
    "boxes" TEXT NOT NULL,
    "players" INTEGER NOT NULL,
    "updated" TEXT NOT NULL
);
