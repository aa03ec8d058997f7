//! Short conversations with a running engine: is it ready, is it ours, and its end.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use redis::IntoConnectionInfo;

use super::super::error::{GraphError, classify_text};

/// The FalkorDB module that everything here was measured with (4.16.3).
pub const MODULE_VERSION: i64 = 41603;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ping {
    Ready,
    NotYet,
    Absent,
}

/// Asks whether somebody behind the socket is ready. Loading is not absent.
pub(super) fn ping(socket: &Path) -> Ping {
    let Ok(mut stream) = UnixStream::connect(socket) else {
        return Ping::Absent;
    };
    let _ = stream.set_read_timeout(Some(Duration::from_secs(2)));
    if stream.write_all(b"PING\r\n").is_err() {
        return Ping::NotYet;
    }
    let mut answer = [0_u8; 64];
    match stream.read(&mut answer) {
        Ok(n) if answer[..n].starts_with(b"+PONG") => Ping::Ready,
        _ => Ping::NotYet,
    }
}

fn connect(socket: &Path) -> redis::RedisResult<redis::Connection> {
    let info = redis::ConnectionAddr::Unix(socket.to_path_buf()).into_connection_info()?;
    let connection =
        redis::Client::open(info)?.get_connection_with_timeout(Duration::from_secs(5))?;
    connection.set_read_timeout(Some(Duration::from_secs(10)))?;
    Ok(connection)
}

/// What a running engine says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The graph module's version as a number (`41603` is 4.16.3), if one is loaded.
    pub module: Option<i64>,
    /// Its setting of `EFFECTS_THRESHOLD`.
    pub effects_threshold: Option<i64>,
    /// Its data folder.
    pub dir: String,
    /// The redis version.
    pub redis: String,
}

/// Asks an engine who it is, in one round trip.
///
/// # Errors
/// If it does not answer.
pub fn identify(socket: &Path) -> Result<Identity, GraphError> {
    let ask = || -> redis::RedisResult<Identity> {
        let mut connection = connect(socket)?;
        let modules: redis::Value = redis::cmd("MODULE").arg("LIST").query(&mut connection)?;
        let module = module_version(&modules);
        let effects_threshold = if module.is_some() {
            let (_, value): (String, i64) = redis::cmd("GRAPH.CONFIG")
                .arg("GET")
                .arg("EFFECTS_THRESHOLD")
                .query(&mut connection)?;
            Some(value)
        } else {
            None
        };
        let (_, dir): (String, String) = redis::cmd("CONFIG")
            .arg("GET")
            .arg("dir")
            .query(&mut connection)?;
        let info: String = redis::cmd("INFO").arg("server").query(&mut connection)?;
        let redis = info
            .lines()
            .find_map(|l| l.strip_prefix("redis_version:"))
            .unwrap_or_default()
            .trim()
            .to_owned();
        Ok(Identity {
            module,
            effects_threshold,
            dir,
            redis,
        })
    };
    ask().map_err(|e| classify_text("identify", e.to_string()))
}

pub(crate) fn module_version(modules: &redis::Value) -> Option<i64> {
    let redis::Value::Array(modules) = modules else {
        return None;
    };
    modules.iter().find_map(|entry| {
        let redis::Value::Array(fields) = entry else {
            return None;
        };
        let field = |name: &str| {
            fields.chunks_exact(2).find_map(|pair| {
                let key: String = redis::from_redis_value(pair[0].clone()).ok()?;
                (key == name).then(|| pair[1].clone())
            })
        };
        let name: String = redis::from_redis_value(field("name")?).ok()?;
        (name == "graph")
            .then(|| redis::from_redis_value(field("ver")?).ok())
            .flatten()
    })
}

/// Checks that what answers is the engine of this data folder, with the settings that keep its
/// log loadable.
pub(super) fn verify(socket: &Path, data: &Path) -> Result<Identity, GraphError> {
    let identity = identify(socket)?;
    let foreign = |why: String| GraphError::Foreign {
        socket: socket.to_path_buf(),
        why,
    };
    let same_dir = match (
        std::fs::canonicalize(&identity.dir),
        std::fs::canonicalize(data),
    ) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    };
    if !same_dir {
        return Err(foreign(format!("its data folder is {}", identity.dir)));
    }
    if identity.module.is_none() {
        return Err(foreign("it has no graph module".to_owned()));
    }
    if identity.effects_threshold != Some(0) {
        return Err(foreign(format!(
            "its EFFECTS_THRESHOLD is {:?} instead of 0",
            identity.effects_threshold
        )));
    }
    Ok(identity)
}

/// Asks the engine to end. Its log is written out first.
pub(super) fn shut_down(socket: &Path) {
    if let Ok(mut stream) = UnixStream::connect(socket) {
        let _ = stream.set_read_timeout(Some(Duration::from_secs(2)));
        let _ = stream.write_all(b"SHUTDOWN\r\n");
        let _ = stream.read(&mut [0_u8; 64]); // ends with the engine, or with its refusal
    }
}
